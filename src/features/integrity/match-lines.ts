import type * as z from 'zod/mini'
import * as format from '#shared/format/format.ts'
import type { comparedFigures } from './match-figures.ts'

export interface MatchLine {
  name: string
  /** Null where the trader hides amounts. */
  there: number | null
  here: number | null
  /** Left out where the figure decides nothing. */
  within?: boolean
  print: (value: number | null) => string
  /** Prints the difference between two figures. */
  printGap: (gap: number) => string
}

const points = (gap: number) => `${format.decimal(gap)} punti`

/** The figures of a comparison as all screens show them. */
export function matchLines({
  currency,
  balance,
  closed_trades: trades,
  gain_percentage: gain,
  drawdown_percentage: drawdown,
}: z.output<typeof comparedFigures>): MatchLine[] {
  const amount = (value: number | null) => format.plainAmount(value, currency)
  return [
    { name: `Balance, ${currency}`, ...balance, print: amount, printGap: amount },
    { name: 'Operazioni chiuse', ...trades, print: format.count, printGap: format.count },
    { name: 'Guadagno', ...gain, print: format.resultPercent, printGap: points },
    ...(drawdown === null
      ? []
      : [{ name: 'Drawdown Max', ...drawdown, print: format.drawdownPercent, printGap: points }]),
  ]
}
