import { adminAddress } from '#features/admin/pages.ts'

const statuses = ['waiting', 'open', 'answered', 'cleared', 'upheld'] as const
export type StatusFilter = (typeof statuses)[number]

/** What the address selects: filters, page and the case that is open. */
export interface Selection {
  status: StatusFilter
  code: string
  cursor: string | null
  case: string | null
}

const isStatus = (text: string | null): text is StatusFilter => statuses.some((status) => status === text)

export function selectionOf(search: URLSearchParams): Selection {
  const status = search.get('status')
  const code = search.get('code') ?? ''
  return {
    status: isStatus(status) ? status : 'waiting',
    code: /^[a-z_]{1,40}$/.test(code) ? code : '',
    cursor: search.get('cursor'),
    case: search.get('case'),
  }
}

/** Address of the selection with a change; what is the default is left out. A change of filters starts at the first page. */
export function addressOf(selection: Selection, change: Partial<Selection> = {}): string {
  const { status, code, cursor, case: open } = { ...selection, ...change }
  return adminAddress('integrity', {
    status: status === 'waiting' ? '' : status,
    code,
    cursor: cursor ?? '',
    case: open ?? '',
  })
}

/** The list's query. */
export function queryOf({ status, code, cursor }: Selection) {
  return {
    ...(status !== 'waiting' && { status }),
    ...(code !== '' && { code }),
    ...(cursor !== null && { cursor }),
    limit: '50',
  }
}
