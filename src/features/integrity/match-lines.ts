import type * as z from 'zod/mini'
import * as format from '#shared/format/format.ts'
import { roundTo } from '#shared/rounding.ts'
import type { comparedFigures } from './match-figures.ts'

export interface MatchLine {
  name: string
  /** Null where the trader hides amounts. */
  there: number | null
  here: number | null
  /** Left out where the figure decides nothing. */
  within?: boolean
  print: (value: number | null) => string
  /** The difference of the figures as they are printed, there less here; null where an amount is hidden. */
  gap: string | null
}

type Pair = Pick<MatchLine, 'there' | 'here' | 'within'>

const points = (gap: number) => `${format.decimal(gap)} punti`

function gapOf({ there, here }: Pair, print: (gap: number) => string): string | null {
  if (there === null || here === null) return null
  const gap = roundTo(there - here, 2)
  return gap > 0 ? `+${print(gap)}` : print(gap)
}

/** A drawdown is printed as a loss. */
const negative = (value: number | null) => value && -value

/** The figures of a comparison as all screens show them. */
export function matchLines({
  currency,
  balance,
  closed_trades: trades,
  gain_percentage: gain,
  drawdown_percentage: drawdown,
}: z.output<typeof comparedFigures>): MatchLine[] {
  const amount = (value: number | null) => format.plainAmount(value, currency)
  const line = (name: string, pair: Pair, print: MatchLine['print'], printGap: (gap: number) => string = print) => ({
    name,
    ...pair,
    print,
    gap: gapOf(pair, printGap),
  })
  const loss = drawdown && { there: negative(drawdown.there), here: negative(drawdown.here) }
  return [
    line(`Balance, ${currency}`, balance, amount),
    line('Operazioni chiuse', trades, format.count),
    line('Guadagno', gain, format.resultPercent, points),
    ...(loss === null ? [] : [line('Drawdown Max', loss, format.resultPercent, points)]),
  ]
}
