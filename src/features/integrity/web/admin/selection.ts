import { adminAddress } from '#shared/admin-pages.ts'

const statuses = ['waiting', 'open', 'answered', 'cleared', 'upheld', 'all'] as const
export type StatusFilter = (typeof statuses)[number]

/** Orders of the list, by their name in the address. */
const sorts = {
  waiting: { sort_by: 'opened_at', order: 'asc' },
  newest: { sort_by: 'opened_at', order: 'desc' },
  seen: { sort_by: 'last_at', order: 'desc' },
  reply: { sort_by: 'reply_by', order: 'asc' },
  trader: { sort_by: 'username', order: 'asc' },
} as const
export type CaseSort = keyof typeof sorts

/** Cases on a page. */
export const pageRows = 25

/** The selection of the address: filters, order, page, one trader, and the case that is open. */
export interface Selection {
  status: StatusFilter
  code: string
  /** Id of the one trader that the page is about. */
  trader: string | null
  sort: CaseSort
  /** From 1. */
  page: number
  case: string | null
}

const isStatus = (text: string | null): text is StatusFilter => statuses.some((status) => status === text)
const isSort = (text: string | null): text is CaseSort => text !== null && Object.hasOwn(sorts, text)
const isId = (text: string | null) => text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The cases of one trader are all shown; else those that wait, the longest wait first. */
const usualStatus = (trader: string | null): StatusFilter => (trader === null ? 'waiting' : 'all')
const usualSort = (status: StatusFilter): CaseSort =>
  status === 'waiting' || status === 'open' || status === 'answered' ? 'waiting' : 'newest'

export function selectionOf(search: URLSearchParams): Selection {
  const trader = isId(search.get('trader')) ? search.get('trader') : null
  const requested = search.get('status')
  const status = isStatus(requested) ? requested : usualStatus(trader)
  const code = search.get('code') ?? ''
  const sort = search.get('sort')
  const page = search.get('p') ?? ''
  return {
    status,
    code: /^[a-z_]{1,40}$/.test(code) ? code : '',
    trader,
    sort: isSort(sort) ? sort : usualSort(status),
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    case: search.get('case'),
  }
}

/** Address of the selection with a change; what is the default is left out. Another page or filter shuts the case. */
export function addressOf(selection: Selection, change: Partial<Selection> = {}): string {
  const shuts = !('case' in change) && Object.keys(change).length > 0
  const turned = { ...selection, ...(shuts && { case: null, page: 1 }), ...change }
  const { status, code, trader, sort, page, case: open } = turned
  return adminAddress('integrity', {
    trader: trader ?? '',
    status: status === usualStatus(trader) ? '' : status,
    code,
    sort: sort === usualSort(status) ? '' : sort,
    p: page === 1 ? '' : String(page),
    case: open ?? '',
  })
}

/** Another status has an order of its own. */
export function withStatus(selection: Selection, text: string): string {
  const status = isStatus(text) ? text : usualStatus(selection.trader)
  return addressOf(selection, { status, sort: usualSort(status) })
}

export function withSort(selection: Selection, text: string): string {
  return addressOf(selection, { sort: isSort(text) ? text : usualSort(selection.status) })
}

/** The list's query. */
export function queryOf({ status, code, trader, sort, page }: Selection) {
  return {
    status,
    ...(code !== '' && { code }),
    ...(trader !== null && { trader_id: trader }),
    ...sorts[sort],
    page: String(page),
    limit: String(pageRows),
  }
}
