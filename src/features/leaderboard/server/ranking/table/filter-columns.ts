import { levels } from '#shared/levels.ts'
import type { ListedTrader } from '../listed.ts'
import { createColumn, type Column } from './column.ts'

export type Filter = 'platform' | 'trading_style' | 'risk_level' | 'country' | 'currency' | 'diamond'
/** Figures that a filter limits and no list is sorted by: the level's number, and the largest loss of a month in percent. */
export type LimitFigure = 'level' | 'month_loss'

/** The figures and texts that the filters of the list compare, as numbers by slot. */
interface FilterColumns {
  /** A number for each text of the filters; undefined for one that no trader has. */
  codeOf: (text: string) => number | undefined
  /** All texts by their numbers, from 1. */
  texts: () => string[]
  /** Gives these texts the next numbers, as far as they have none. */
  add: (texts: readonly string[]) => void
  /** By slot; 0 for a trader without one. */
  codes: Readonly<Record<Filter, Column<Uint16Array>>>
  /** By slot; -1 for a trader without the figure. */
  limits: Readonly<Record<LimitFigure, Column>>
  write: (slot: number, trader: ListedTrader) => void
}

export function createFilterColumns(): FilterColumns {
  const codeOfText = new Map<string, number>()
  const codes = {
    platform: createColumn(Uint16Array),
    trading_style: createColumn(Uint16Array),
    risk_level: createColumn(Uint16Array),
    country: createColumn(Uint16Array),
    currency: createColumn(Uint16Array),
    diamond: createColumn(Uint16Array),
  }
  const limits = { level: createColumn(Float64Array), month_loss: createColumn(Float64Array) }

  function codeFor(text: string | null): number {
    if (text === null) return 0
    const known = codeOfText.get(text) ?? codeOfText.size + 1
    codeOfText.set(text, known)
    return known
  }

  return {
    codeOf: (text) => codeOfText.get(text),
    texts: () => [...codeOfText.keys()],
    add: (texts) => texts.forEach(codeFor),
    codes,
    limits,
    write(slot, { entry, sought }) {
      codes.platform.set(slot, codeFor(entry.platform_type))
      codes.trading_style.set(slot, codeFor(entry.trading_style))
      codes.risk_level.set(slot, codeFor(entry.risk_level))
      codes.country.set(slot, codeFor(entry.country))
      codes.currency.set(slot, codeFor(entry.account_currency))
      codes.diamond.set(slot, codeFor(entry.is_diamond ? '1' : null))
      limits.level.set(slot, levels.indexOf(entry.verification_level))
      limits.month_loss.set(slot, sought.worstMonth ?? -1)
    },
  }
}
