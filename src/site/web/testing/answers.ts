import { answer as auditOf, several as auditLines } from '#features/admin/web/audit/testing/entries.ts'
import { integrityWith, match, traderId } from '#features/admin/web/cases/testing/trader.ts'
import { subscriptionWith } from '#features/admin/web/payments/testing/tab.ts'
import { listOf as usersOf, several as severalUsers } from '#features/admin/web/users/testing/users.ts'
import { erasure, profile as ownProfile } from '#features/account/web/testing/account.ts'
import { messageWith } from '#features/contacts/web/admin/testing/messages.ts'
import {
  newcomer,
  ownPerformance,
  ownPerformanceCall,
  synced,
  unproven,
} from '#features/dashboard/web/testing/dashboard.ts'
import { advisors, statuses } from '#features/ea/web/testing/status.ts'
import { adminCaseWith, caseWith, ownWith, tagWith } from '#features/integrity/web/testing/answers.ts'
import { aList, someStats } from '#features/leaderboard/web/testing/answers.ts'
import { initialState } from '#features/maintenance/rules.ts'
import {
  cryptoDetailOf,
  dashboardWith as paymentFigures,
  paymentWith,
} from '#features/payments/web/admin/testing/answers.ts'
import { currencies, orderId, orderWith, receipt } from '#features/payments/web/testing/payments.ts'
import { countsOf, detailWith, showcaseWith as moderatedWith } from '#features/showcases/web/admin/testing/moderated.ts'
import { contentWith, showcaseWith as editedWith } from '#features/showcases/web/editor/testing/editing.tsx'
import { emptyReport, mine, reportOf } from '#features/showcases/web/own/testing/own.ts'
import { aList as showcaseList, aShowcase, someId } from '#features/showcases/web/testing/showcases.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import { backupWith, backupsOf, logsOf, monitorWith } from '#features/system/web/testing/system.ts'
import { comparedWith, comparisonWith, marta } from '#features/traders/web/compare/testing/comparison.ts'
import { chainOf } from '#features/traders/web/ledger/testing/ledger.ts'
import { performanceWith, traderWith } from '#features/traders/web/testing/profile.ts'

/** The answers behind the tested screens by path: bodies, what makes one of a query, or a refusal as it is. */
export type Answers = Readonly<Record<string, unknown>>

const boardWith = (list: ReturnType<typeof aList>): Answers => ({
  '/api/fresh/leaderboard': list,
  '/api/fresh/stats': someStats,
})
export const board = { full: boardWith(aList(12, 120)), empty: boardWith(aList(0)) }
export const profile: Answers = {
  '/api/trader/marta.ferrero': traderWith(),
  '/api/trader/marta.ferrero/performance': performanceWith(),
}
export const leaving: Answers = {
  '/api/trader/marta.ferrero': traderWith({ telegram_link: 'https://t.me/marta_ferrero' }),
}
const entries = await chainOf(12)
const chain = { length: entries.length, head: entries.at(-1)?.hash ?? null, at: entries.at(-1)?.at ?? null }
export const ledger: Answers = {
  '/api/trader/marta.ferrero': traderWith({ ledger: chain }),
  '/api/trader/marta.ferrero/ledger': {
    ...chain,
    trader_id: traderId,
    username: 'marta.ferrero',
    display_name: 'Marta Ferrero',
    entries,
    next_after: null,
  },
}
const compared = (comparison: ReturnType<typeof comparisonWith>): Answers => ({ '/api/compare': comparison })
export const compare = {
  none: compared(comparisonWith({ traders: [], span: null, dates: [], pairs: [] })),
  two: compared(comparisonWith()),
  four: compared(
    comparisonWith({
      traders: [marta, ...['luca', 'anna', 'ugo'].map((name) => comparedWith(name))],
      unknown: ['nessuno'],
    }),
  ),
}
export const showcase: Answers = { [`/api/showcases/${someId}`]: aShowcase() }
export const grid = {
  full: { '/api/showcases': showcaseList(6) },
  empty: { '/api/showcases': showcaseList(0) },
}
export const plans: Answers = { '/api/plans': { plans: catalogue() } }

const dashboardOf = (dashboard: typeof synced, integrity = unproven): Answers => ({
  '/api/dashboard': dashboard,
  '/api/ea/download': advisors,
  '/api/account/integrity': integrity,
  [ownPerformanceCall]: ownPerformance,
})
/** A trader with a plan, at a step of the advisor's set-up. */
const settingUp = (ea: typeof synced.ea) => dashboardOf({ ...newcomer, subscription: synced.subscription, ea })
export const dashboard = {
  full: dashboardOf(synced),
  empty: dashboardOf(newcomer),
  noToken: settingUp(statuses.nothing),
  token: settingUp(statuses.withToken),
  cases: dashboardOf(synced, ownWith({ under_review: true, held: 'open', tags: [tagWith()], cases: [caseWith()] })),
}

const accountOf = (of: typeof synced): Answers => ({
  '/api/dashboard': of,
  '/api/account/profile': ownProfile,
  '/api/account/integrity': unproven,
  '/api/account/erasure': erasure,
  '/api/account/totp': {
    enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
    required: false,
    is_limited: false,
  },
  '/api/account/sessions': {
    sessions: [
      {
        session_id: 'a0000000-0000-4000-8000-000000000001',
        created_at: '2026-11-20T10:00:00.000Z',
        last_used_at: '2026-11-20T15:00:00.000Z',
        expires_at: '2026-12-20T10:00:00.000Z',
        user_agent: null,
        current: true,
      },
    ],
  },
})
export const account = { full: accountOf(synced), empty: accountOf(newcomer) }

const buyer: Answers = {
  ...plans,
  '/api/dashboard': synced,
  '/api/crypto/supported-currencies': currencies(),
}
const orderOf = (changes: Parameters<typeof orderWith>[0] = {}): Answers => ({
  ...buyer,
  [`/api/crypto/payment-status/${orderId}`]: orderWith(changes),
})
export const payment = {
  plans: buyer,
  noCoins: { ...plans, '/api/dashboard': synced },
  waiting: orderOf(),
  confirming: orderOf({ status: 'confirming', amount_paid: 79.9, amount_missing: 0 }),
  expired: orderOf({ status: 'expired' }),
  failed: orderOf({ status: 'failed' }),
  partial: orderOf({ status: 'partially_paid', amount_paid: 40, amount_missing: 39.9 }),
  activated: orderOf({
    status: 'finished',
    activated: true,
    amount_paid: 79.9,
    amount_missing: 0,
    expires_at: '2027-11-20T10:00:00.000Z',
  }),
  receipt: { ...buyer, [`/api/crypto/receipts/${orderId}`]: receipt },
}

/** The page's two calls have one path: how to reach the support, and that a message arrived. */
export const contacts: Answers = {
  '/api/contacts': { support_email: 'assistenza@toptrader.example', message: 'Messaggio inviato.' },
}
export const secondFactor: Answers = {
  '/api/auth/login': Response.json({ detail: 'Codice richiesto', error_type: 'TOTP_REQUIRED' }, { status: 401 }),
}

/** The order was opened in this browser, which has not announced its outcome yet. */
export const openedHere = {
  trader_last_order: JSON.stringify({ order_id: orderId, trader_id: synced.trader_id }),
}

const author: Answers = { '/api/dashboard': { ...synced, is_diamond: true } }
export const ownShowcase = {
  full: { ...author, '/api/my-showcase': mine, '/api/my-showcase/analytics': reportOf() },
  empty: { ...author, '/api/my-showcase': mine, '/api/my-showcase/analytics': emptyReport() },
}
const without = (changes: Partial<typeof mine>): Answers => ({
  '/api/dashboard': synced,
  '/api/my-showcase': { ...mine, ...changes },
})
/** Who has no showcase to show, by what is missing. */
export const noShowcase = {
  account: without({ has_connected_account: false, has_access: false, showcase: null }),
  diamond: without({ is_diamond: false, has_access: false, showcase: null }),
  renewal: without({
    is_diamond: false,
    has_access: false,
    diamond_status: { expired: true, expired_date: '2026-11-02T12:00:00.000Z' },
  }),
  showcase: without({ showcase: null }),
}
export const editor: Answers = {
  ...author,
  '/api/my-showcase': editedWith(contentWith()),
  '/api/my-showcase/claims': { claims: [] },
}

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
}
export { orderId, someId, traderId }
