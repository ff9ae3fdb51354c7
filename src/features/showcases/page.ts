import {
  platformNames,
  riskNames,
  styleNames,
  type Selection as LeaderboardSelection,
} from '#features/leaderboard/page.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import type { listShowcases } from './contract.ts'

type ListInput = RequestOf<typeof listShowcases>
/** Query of the grid, as texts. */
export type ShowcaseQuery = NonNullable<ListInput['query']>
export type ShowcaseSort = NonNullable<ShowcaseQuery['sort_by']>

/** Cards of one portion. */
export const pageSize = 24
/** The last portion of a document. */
export const lastPage = 20

export const sortNames: Record<ShowcaseSort, string> = {
  roi_30: 'ROI 30 giorni',
  rank: 'Posizione',
  win_rate: 'Win rate',
  trades: 'Operazioni',
  newest: 'Più recenti',
  views: 'Più viste',
}

/** Filters and order of the grid. Absent: the neutral choice. */
export interface ShowcaseSelection extends Pick<
  LeaderboardSelection,
  'trading_style' | 'risk_level' | 'platform' | 'q'
> {
  sort_by?: Exclude<ShowcaseSort, 'roi_30'>
  /** Portions shown, from 1. */
  pages: number
}

/** Reads an address. Unknown values are ignored, so that all spellings of a page are one page. */
export function selectionOf(search: URLSearchParams): ShowcaseSelection {
  const style = search.get('trading_style')
  const risk = search.get('risk_level')
  const platform = search.get('platform')
  const sort = search.get('sort_by')
  const text = (search.get('q') ?? '').trim().slice(0, 100)
  const pages = search.get('pagine') ?? ''
  return {
    ...(isKey(styleNames, style) && { trading_style: style }),
    ...(isKey(riskNames, risk) && { risk_level: risk }),
    ...(isKey(platformNames, platform) && { platform }),
    ...(isKey(sortNames, sort) && sort !== 'roi_30' && { sort_by: sort }),
    ...(text !== '' && { q: text }),
    pages: /^[1-9]\d?$/.test(pages) ? Math.min(Number(pages), lastPage) : 1,
  }
}

function isKey<K extends string>(names: Record<K, string>, value: string | null): value is K {
  return value !== null && Object.hasOwn(names, value)
}

/** Query of one portion. Server and browser make the same one, so that the browser finds the document's answers. */
export function showcasesQueryOf(selection: ShowcaseSelection, cursor: string | null): ShowcaseQuery {
  const { pages: _pages, ...filters } = selection
  return { ...filters, limit: String(pageSize), ...(cursor !== null && { cursor }) }
}

/** Address of a selection. */
export function addressOfShowcases({ pages, ...filters }: ShowcaseSelection): string {
  const search = new URLSearchParams({ view: 'vetrine', ...filters })
  if (pages > 1) search.set('pagine', String(pages))
  return `/?${search.toString()}`
}

/** True where a filter or a search narrows the grid. */
export function isFiltered(selection: ShowcaseSelection): boolean {
  return Object.keys(selection).some((name) => name !== 'pages' && name !== 'sort_by')
}

/** Keeps the order and drops all filters. */
export function withoutFilters({ sort_by }: ShowcaseSelection): string {
  return addressOfShowcases({ pages: 1, ...(sort_by && { sort_by }) })
}
