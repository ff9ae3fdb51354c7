import { traderId } from '#features/admin/web/cases/testing/trader.ts'
import { erasure, profile as ownProfile } from '#features/account/web/testing/account.ts'
import {
  newcomer,
  ownPerformance,
  ownPerformanceCall,
  synced,
  unproven,
} from '#features/dashboard/web/testing/dashboard.ts'
import { advisors, statuses } from '#features/ea/web/testing/status.ts'
import { caseWith, ownWith, tagWith } from '#features/integrity/web/testing/answers.ts'
import { aList, someStats } from '#features/leaderboard/web/testing/answers.ts'
import { currencies, orderId, orderWith, receipt } from '#features/payments/web/testing/payments.ts'
import { contentWith, nothingYet, showcaseWith as editedWith } from '#features/showcases/web/editor/testing/editing.tsx'
import { emptyReport, mine, reportOf } from '#features/showcases/web/own/testing/own.ts'
import { aList as showcaseList, aShowcase, someId, unknownFigures } from '#features/showcases/web/testing/showcases.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import { comparedWith, comparisonWith, marta } from '#features/traders/web/compare/testing/comparison.ts'
import { chainOf } from '#features/traders/web/ledger/testing/ledger.ts'
import { importing, noPerformance, performanceWith, traderWith } from '#features/traders/web/testing/profile.ts'

/** The answers behind the tested screens by path: bodies, what makes one of a query, or a refusal as it is. */
export type Answers = Readonly<Record<string, unknown>>

const boardWith = (list: ReturnType<typeof aList>): Answers => ({
  '/api/fresh/leaderboard': list,
  '/api/fresh/stats': someStats,
})
export const board = { full: boardWith(aList(12, 120)), empty: boardWith(aList(0)) }
const profileOf = (
  trader: ReturnType<typeof traderWith>,
  performance: ReturnType<typeof performanceWith>,
): Answers => ({
  '/api/trader/marta.ferrero': trader,
  '/api/trader/marta.ferrero/performance': performance,
})
export const profile = {
  full: profileOf(traderWith(), performanceWith()),
  /** The history is still on its way. */
  empty: profileOf(importing(), noPerformance()),
}
export const leaving: Answers = {
  '/api/trader/marta.ferrero': traderWith({ telegram_link: 'https://t.me/marta_ferrero' }),
}
function ledgerOf(entries: Awaited<ReturnType<typeof chainOf>>): Answers {
  const last = entries.at(-1)
  const chain = { length: entries.length, head: last?.hash ?? null, at: last?.at ?? null }
  const trader = { trader_id: traderId, username: 'marta.ferrero', display_name: 'Marta Ferrero' }
  return {
    '/api/trader/marta.ferrero': traderWith({ ledger: chain }),
    '/api/trader/marta.ferrero/ledger': { ...chain, ...trader, entries, next_after: null },
  }
}
export const ledger = { full: ledgerOf(await chainOf(12)), empty: ledgerOf([]) }
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
const showcaseOf = (showcase: ReturnType<typeof aShowcase>): Answers => ({ [`/api/showcases/${someId}`]: showcase })
export const showcase = {
  full: showcaseOf(aShowcase()),
  /** The ledger has no data of its account. */
  empty: showcaseOf(
    aShowcase({
      performance: unknownFigures,
      verified: null,
      current_rank: null,
      verification_level: null,
      kpi: { roi_30_days: null, win_rate: null },
    }),
  ),
}
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
/** The admins closed the site: each call is refused but the one for the reason. */
const refused = Response.json(
  { detail: 'Torniamo alle 18.', maintenance: true, error_type: 'MAINTENANCE' },
  { status: 503 },
)
export const closed: Answers = {
  '/api/contacts': refused,
  '/api/dashboard': refused,
  '/api/admin/maintenance/status': {
    enabled: true,
    message: 'Torniamo alle 18.',
    support_email: 'assistenza@toptrader.example',
  },
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
const editorOf = (showcase: typeof nothingYet): Answers => ({
  ...author,
  '/api/my-showcase': showcase,
  '/api/my-showcase/claims': { claims: [] },
})
export const editor = { full: editorOf(editedWith(contentWith())), empty: editorOf(nothingYet) }
export { orderId, someId, traderId }
