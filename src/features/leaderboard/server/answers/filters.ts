import { levels } from '#shared/levels.ts'
import type { FilterName } from '../../contract.ts'
import type { TraderTable } from '../ranking/table/trader-table.ts'
import type { FigureField } from '../ranking/table/columns.ts'
import type { TraderListQuery } from './query.ts'

/** One of the filters of a query. */
export interface Condition {
  name: FilterName
  meets: (slot: number) => boolean
}

const daysOfMonths = (months: number) => (months * 365) / 12

/**
 * The conditions that a query names. Each one reads a typed array: a filter costs one pass over the list's numbers.
 * @param apart each holds by itself; without it a second search reads only what the first one found
 */
export function conditionsOf(table: TraderTable, query: TraderListQuery, apart = false): Condition[] {
  const conditions: Condition[] = []
  const add = (name: FilterName, meets: Condition['meets']) => conditions.push({ name, meets })
  for (const name of ['platform', 'trading_style', 'risk_level', 'country', 'currency', 'diamond'] as const) {
    const text = query[name]
    if (text === null) continue
    const codes = table.codes(name)
    // No trader has code -1.
    const code = table.codeOf(text) ?? -1
    add(name, (slot) => codes[slot] === code)
  }
  const limit = (name: FilterName, figure: FigureField, meets: (value: number) => boolean) =>
    add(name, (slot) => {
      const value = table.columns.figure(figure, slot)
      return value !== null && meets(value)
    })
  const { months_min, months_max, drawdown_max, trades_min, month_loss_max, climb_min, level_min } = query
  if (months_min !== null) limit('months_min', 'days', (days) => days >= daysOfMonths(months_min))
  if (months_max !== null) limit('months_max', 'days', (days) => days <= daysOfMonths(months_max))
  if (drawdown_max !== null) limit('drawdown_max', 'drawdown', (percent) => percent <= drawdown_max)
  if (trades_min !== null) limit('trades_min', 'trades', (trades) => trades >= trades_min)
  if (month_loss_max !== null) {
    const losses = table.limits('month_loss')
    add('month_loss_max', (slot) => (losses[slot] ?? -1) >= 0 && (losses[slot] ?? 0) <= month_loss_max)
  }
  if (climb_min !== null) {
    const climbed = climbedSlots(table, climb_min)
    add('climb_min', (slot) => climbed[slot] === 1)
  }
  if (level_min !== null) {
    const numbers = table.limits('level')
    const least = levels.indexOf(level_min)
    add('level_min', (slot) => (numbers[slot] ?? 0) >= least)
  }
  if (query.traders !== null) {
    const named = new Uint8Array(table.slots)
    for (const name of query.traders.split(',')) named[table.slotOfUsername(name) ?? 0] = 1
    add('traders', (slot) => named[slot] === 1)
  }
  let among: Uint8Array | null = null
  const search = (name: FilterName, part: string) => {
    const found = table.texts.containing(part, table.slots, among)
    if (!apart) among = found
    add(name, (slot) => found[slot] === 1)
  }
  if (query.q !== '') search('q', query.q)
  if (query.symbol !== null) search('symbol', `\n$${query.symbol}`)
  return conditions
}

/** 1 for each trader who stands at least so many places above that of a week ago. */
function climbedSlots({ columns, earlier: { weekAgo }, slots }: TraderTable, least: number): Uint8Array {
  const climbed = new Uint8Array(slots)
  const order = columns.orders.rank.slots()
  for (let index = 0; index < order.length && columns.isRanked(order[index] ?? 0); index += 1) {
    const slot = order[index] ?? 0
    if ((weekAgo[slot] ?? 0) - (index + 1) >= least) climbed[slot] = 1
  }
  return climbed
}

/** For each condition, how many traders meet all the others and not it. One pass. */
export function oneLess(slots: Uint32Array, conditions: readonly Condition[]): { filter: FilterName; total: number }[] {
  const totals = conditions.map(({ name }) => ({ filter: name, total: 0 }))
  for (const slot of slots) {
    let missed = -1
    for (let index = 0; index < conditions.length && missed > -2; index += 1) {
      if (conditions[index]?.meets(slot) === true) continue
      missed = missed === -1 ? index : -2
    }
    const one = totals[missed]
    if (one !== undefined) one.total += 1
  }
  return totals.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total)
}
