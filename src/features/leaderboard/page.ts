import type { RequestOf } from '#shared/endpoint.ts'
import type { PageHead } from '#shared/page.ts'
import type { getStats, listLeaderboard, pageSize as contractPageSize } from './contract.ts'

type ListInput = RequestOf<typeof listLeaderboard>
/** The query of the list, as texts. */
export type LeaderboardQuery = NonNullable<ListInput['query']>
export type SortField = NonNullable<LeaderboardQuery['sort_by']>
type Choice<K extends 'trading_style' | 'risk_level' | 'platform'> = NonNullable<LeaderboardQuery[K]>

/** Rows of one page on screen. The contract's own number, repeated here so that its validators stay off the first view. */
export const pageSize: typeof contractPageSize = 50

/** The label of each value that the filters take. */
export const styleNames: Record<Choice<'trading_style'>, string> = {
  scalping: 'Scalping',
  intraday: 'Intraday',
  swing: 'Swing',
  position: 'Lungo termine',
}
export const riskNames: Record<Choice<'risk_level'>, string> = { low: 'Basso', medium: 'Medio', high: 'Alto' }
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
  days: 'Giorni osservati',
}

/** The filters and the order of a page. An absent field is the neutral choice. */
export interface Selection {
  trading_style?: Choice<'trading_style'>
  risk_level?: Choice<'risk_level'>
  platform?: Choice<'platform'>
  sort_by?: Exclude<SortField, 'rank'>
  q?: string
  country?: string
  /** From 1. */
  page: number
}

/** Reads an address. A value that no filter takes is ignored, so that every spelling of one page is one page. */
export function selectionOf(search: URLSearchParams): Selection {
  const style = search.get('trading_style')
  const risk = search.get('risk_level')
  const platform = search.get('platform')
  const sort = search.get('sort_by')
  const text = (search.get('q') ?? '').trim().slice(0, 100)
  const country = (search.get('country') ?? '').toUpperCase()
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  return {
    ...(isKey(styleNames, style) && { trading_style: style }),
    ...(isKey(riskNames, risk) && { risk_level: risk }),
    ...(isKey(platformNames, platform) && { platform }),
    ...(isKey(sortNames, sort) && sort !== 'rank' && { sort_by: sort }),
    ...(text !== '' && { q: text }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    page,
  }
}

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

/** The head of the list for browsers, search engines and previews of shared links. */
export function leaderboardHead({ search }: { search: URLSearchParams }): PageHead {
  const { page } = selectionOf(search)
  // Filters and orders show the same traders again: search engines get the plain pages alone.
  const canonical = addressOfSelection({ page })
  return {
    title: page === 1 ? 'Classifica TopTrader · trader MetaTrader 4 e 5' : `Classifica TopTrader · pagina ${page}`,
    description:
      'La classifica dei trader MetaTrader 4 e 5 con i risultati letti dai loro conti: ROI a 90 giorni, drawdown, win rate e operazioni.',
    canonical,
    openGraphType: 'website',
  }
}
