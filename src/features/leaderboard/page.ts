import type { RequestOf } from '#shared/endpoint.ts'
import type { FilterName, getStats, listLeaderboard, pageSize as contractPageSize } from './contract.ts'

type ListInput = RequestOf<typeof listLeaderboard>
/** The query of the list, as texts. */
export type LeaderboardQuery = NonNullable<ListInput['query']>
export type SortField = NonNullable<LeaderboardQuery['sort_by']>
type Choice<K extends 'trading_style' | 'risk_level' | 'platform' | 'level_min'> = NonNullable<LeaderboardQuery[K]>

/** Rows of one page on screen. The contract's own number, repeated here so that its validators stay off the first view. */
export const pageSize: typeof contractPageSize = 50

/** Usernames of one address, at most. */
export const maximumChosen = 100

/** The label of each value that the filters take. */
export const styleNames: Record<Choice<'trading_style'>, string> = {
  scalping: 'Scalping',
  intraday: 'Intraday',
  swing: 'Swing',
  position: 'Lungo termine',
}
export const riskNames: Record<Choice<'risk_level'>, string> = { low: 'Basso', medium: 'Medio', high: 'Alto' }
/** The level of risk with the days that it is of. */
export const riskText = (level: Choice<'risk_level'>) => `Rischio ${riskNames[level].toLowerCase()} · 90 giorni`
/** The filter by risk, of lists of traders. */
export const riskFilter = 'Rischio (ultimi 90 giorni)'
export const platformNames: Record<Choice<'platform'>, string> = { MT4: 'MT4', MT5: 'MT5' }
export const sortNames: Record<SortField, string> = {
  rank: 'Posizione',
  roi_30: 'ROI 30 giorni',
  roi_90: 'ROI 90 giorni',
  roi_total: 'ROI totale',
  win_rate: 'Win rate',
  drawdown: 'Drawdown Max',
  profit: 'Profitto',
  equity: 'Equity',
  trades: 'Operazioni',
  days: 'Storico',
}

/** The least level of a filter. */
export const levelNames: Record<Choice<'level_min'>, string> = {
  L0: 'Tutti i livelli',
  L1: 'Almeno L1',
  L2: 'Almeno L2',
  L3: 'Solo L3',
}

/** The filters and the order of a page. An absent field is the neutral choice. */
export interface Selection extends Filters {
  sort_by?: Exclude<SortField, 'rank'>
  /** The opposite of the field's usual order. */
  order?: Order
  /** From 1. */
  page: number
}
export type Filters = { [Name in FilterName]?: NonNullable<LeaderboardQuery[Name]> }
type Order = NonNullable<LeaderboardQuery['order']>

/** The order of a sort without `order`. */
export const usualOrder = (field: SortField): Order => (field === 'rank' || field === 'drawdown' ? 'asc' : 'desc')

const key = (names: Record<string, string>) => (text: string) => (Object.hasOwn(names, text) ? text : null)
const number = (most: number) => (text: string) => (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= most ? text : null)
const pattern = (form: RegExp) => (text: string) => (form.test(text) ? text : null)
const capitals = (form: RegExp) => (text: string) => pattern(form)(text.toUpperCase())

/** Reads each filter's value from an address: null for one that it does not take. */
export const readers: Record<FilterName, (text: string) => string | null> = {
  q: (text) => text.slice(0, 100).trim(),
  trading_style: key(styleNames),
  risk_level: key(riskNames),
  platform: key(platformNames),
  country: capitals(/^[A-Z]{2}$/),
  months_min: number(240),
  months_max: number(240),
  drawdown_max: number(100),
  trades_min: number(1_000_000),
  month_loss_max: number(100),
  climb_min: number(1_000_000),
  level_min: key(levelNames),
  symbol: pattern(/^[\w.#+-]{1,20}$/),
  currency: capitals(/^[A-Z]{3}$/),
  diamond: key({ 1: '' }),
  traders: pattern(/^[\w.-]+(,[\w.-]+){0,99}$/),
}
export const filterNames = Object.keys(readers) as FilterName[]

/** Reads an address. A value that no filter takes is left out, so that every spelling of one page is one page. */
export function selectionOf(search: URLSearchParams): Selection {
  const filters: Filters = {}
  for (const name of filterNames) {
    const text = search.get(name)?.trim()
    const value = text ? readers[name](text) : null
    if (value) Object.assign(filters, { [name]: value })
  }
  const sort = search.get('sort_by')
  const field = isKey(sortNames, sort) ? sort : 'rank'
  const order = search.get('order')
  return {
    ...filters,
    ...(field !== 'rank' && { sort_by: field }),
    ...((order === 'asc' || order === 'desc') && order !== usualOrder(field) && { order }),
    page: isPage(search.get('page') ?? '') ? Number(search.get('page')) : 1,
  }
}

export const isPage = (text: string) => /^[1-9]\d{0,5}$/.test(text)

function isKey<K extends string>(names: Record<K, string>, value: string | null): value is K {
  return value !== null && Object.hasOwn(names, value)
}

/** The list's query of an address. Server and browser make the same one, so that the seeded answer is found again. */
export function leaderboardQueryOf(search: URLSearchParams): LeaderboardQuery {
  const { page, ...filters } = selectionOf(search)
  return { ...filters, limit: String(pageSize), ...(page > 1 && { page: String(page) }) }
}

/** Input of the platform figures: they depend on no address. */
export const statsInput: RequestOf<typeof getStats> = {}

/** Address of a selection; the plain `/` for the first page in rank order. */
export function addressOfSelection({ page, ...filters }: Selection): string {
  const search = new URLSearchParams(filters)
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return text === '' ? '/' : `/?${text}`
}

/** The page of all filters, with those of a selection filled in. */
export function filtersAddress(selection: Selection): string {
  const { page: _page, ...filters } = selection
  return `/?${new URLSearchParams({ view: 'filters', ...filters }).toString()}`
}
