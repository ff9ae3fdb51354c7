import { answer as auditOf, several as auditLines } from '#features/admin/web/audit/testing/entries.ts'
import { integrityWith, match, traderId } from '#features/admin/web/cases/testing/trader.ts'
import { subscriptionWith } from '#features/admin/web/payments/testing/tab.ts'
import {
  annaId,
  detailOf as userOf,
  listOf as usersOf,
  several as severalUsers,
  userWith,
} from '#features/admin/web/users/testing/users.ts'
import { messageWith } from '#features/contacts/web/admin/testing/messages.ts'
import { synced } from '#features/dashboard/web/testing/dashboard.ts'
import { adminCaseWith } from '#features/integrity/web/testing/answers.ts'
import { initialState } from '#features/maintenance/rules.ts'
import {
  cryptoDetailOf,
  dashboardWith as paymentFigures,
  paymentWith,
} from '#features/payments/web/admin/testing/answers.ts'
import { countsOf, detailWith, showcaseWith as moderatedWith } from '#features/showcases/web/admin/testing/moderated.ts'
import { backupWith, backupsOf, logsOf, monitorWith } from '#features/system/web/testing/system.ts'
import type { Answers } from './answers.ts'

/** The answers around the admins' lists. */
export const adminFrame: Answers = {
  '/api/dashboard': { ...synced, is_admin: true },
  '/api/admin/payments/dashboard': paymentFigures(),
}
const paged = <T>(name: string, rows: readonly T[], more: object = {}) => ({
  [name]: rows,
  total: rows.length,
  next_cursor: null,
  ...more,
})
const noCases = { waiting: 0, holding: 0, answered: 0, upheld: 0 }
const casesOf = (cases: ReturnType<typeof adminCaseWith>[]) =>
  paged('cases', cases, {
    counts: { ...noCases, waiting: cases.length },
    findings: [{ code: 'history_changed', name: 'Storico cambiato' }],
  })
const moderatedOf = (rows: ReturnType<typeof moderatedWith>[]) =>
  paged('showcases', rows, { published_count: 24, draft_count: 9, review_count: rows.length, counts: countsOf(rows) })
const messagesOf = (rows: ReturnType<typeof messageWith>[]) => paged('messages', rows, { open_count: rows.length })
const moderated = moderatedWith()
const oneCase = adminCaseWith({ status: 'answered', reply: 'Era un dividendo.' })

/** The admins' lists: the path of each, its address, and its answer with rows and without. */
export const adminLists = {
  users: ['/api/admin/users', 'page=users', usersOf(severalUsers()), usersOf([])],
  payments: ['/api/admin/crypto-payments', 'page=payments', paged('payments', [paymentWith()]), paged('payments', [])],
  subscriptions: [
    '/api/admin/payments/subscriptions',
    'page=payments&list=subscriptions',
    paged('subscriptions', [subscriptionWith()]),
    paged('subscriptions', []),
  ],
  showcases: ['/api/admin/showcases', 'page=showcases', moderatedOf([moderated]), moderatedOf([])],
  integrity: ['/api/admin/integrity', 'page=integrity', casesOf([oneCase]), casesOf([])],
  contacts: ['/api/admin/contacts', 'page=contacts', messagesOf([messageWith('m1')]), messagesOf([])],
  backups: ['/api/admin/system/backups', 'page=system', backupsOf([backupWith()]), backupsOf([])],
  audit: ['/api/admin/audit', 'page=audit', auditOf(auditLines()).body, auditOf([]).body],
} as const satisfies Record<string, readonly [path: string, address: string, full: unknown, empty: unknown]>

/** An admin who reads a page of the closed site. */
export const closedToAdmins: Answers = { ...adminFrame, '/api/admin/maintenance/status': { enabled: true } }

/** @param at place of the lists' answers @param waits the count of each kind that waits */
const panelWith = (at: 2 | 3, waits: number, enabled: boolean): Answers => {
  const maintenance = { ...initialState, enabled }
  const admin = { maintenance, review_count: waits, case_count: waits, open_count: waits, unsent_count: waits }
  return {
    ...adminFrame,
    ...Object.fromEntries(Object.values(adminLists).map((list) => [list[0], list[at]])),
    '/api/dashboard': { ...synced, is_admin: true, admin },
    '/api/admin/maintenance/status': maintenance,
    '/api/admin/system/api-monitor': monitorWith(),
  }
}
/** The admins' panel: with something that waits in each tab, with nothing on a closed site, and what it needs to be there at all. */
export const adminPanel = {
  full: panelWith(2, 3, false),
  empty: panelWith(3, 0, true),
  frame: { '/api/dashboard': { ...synced, is_admin: true } },
}

/** Pages of the admins that are no list. */
export const adminDetails = {
  monitor: { ...adminFrame, '/api/admin/system/api-monitor': monitorWith() },
  logs: { ...adminFrame, '/api/admin/system/logs': logsOf },
  oneCase: { ...adminFrame, '/api/admin/integrity': casesOf([oneCase]) },
  trader: {
    ...adminFrame,
    '/api/admin/integrity': casesOf([oneCase]),
    '/api/admin/audit': auditOf(auditLines()).body,
    [`/api/admin/traders/${traderId}/integrity`]: integrityWith({ matches: [match] }),
  },
  payment: {
    ...adminFrame,
    '/api/admin/crypto-payments': paged('payments', [paymentWith()]),
    [`/api/admin/crypto-payments/${paymentWith().order_id}`]: cryptoDetailOf(paymentWith()),
  },
  showcase: {
    ...adminFrame,
    '/api/admin/showcases': moderatedOf([moderated]),
    [`/api/admin/showcases/${moderated.showcase_id}`]: detailWith(),
  },
  user: {
    ...adminFrame,
    '/api/admin/users': usersOf(severalUsers()),
    [`/api/admin/users/${annaId}`]: userOf(userWith()),
  },
}

const listAlone = (list: keyof typeof adminLists): Answers => ({
  ...adminFrame,
  [adminLists[list][0]]: adminLists[list][2],
})
/** Parts that an admin opens beside or below a list: the address, and the answers around it. The call of the part itself has none. */
export const openedByAdmins = {
  case: [
    `page=integrity&case=${annaId}`,
    {
      ...adminFrame,
      '/api/admin/integrity': (query: URLSearchParams) => (query.has('case_id') ? undefined : casesOf([oneCase])),
    },
  ],
  trader: [`page=integrity&trader=${traderId}`, listAlone('integrity')],
  'trader-actions': [
    `page=integrity&trader=${traderId}`,
    { ...listAlone('integrity'), [`/api/admin/traders/${traderId}/integrity`]: integrityWith() },
  ],
  payment: [`page=payments&open=${paymentWith().order_id}`, listAlone('payments')],
  showcase: [`page=showcases&open=${moderated.showcase_id}`, listAlone('showcases')],
  user: [`page=users&open=${annaId}`, listAlone('users')],
} as const satisfies Record<string, readonly [address: string, answers: Answers]>
