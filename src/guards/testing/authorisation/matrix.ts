import { goodBody } from '#features/showcases/server/testing/scene.ts'
import { actors, type Actor } from './cast.ts'

/**
 * Permissions: one line a call, the statuses that each actor gets. Where a call names something, one for each of own, another's,
 * missing and malformed ids, in this order. A call without a line fails the build. Bodies are good ones (below): 409, 415 and 422 say
 * that the caller was admitted and the call ran; passwords are wrong everywhere.
 */
type Row = Record<Actor, string>

const strangers: ReadonlySet<Actor> = new Set([
  'anonymous',
  'dead session',
  'advisor of a basic trader',
  'advisor of another trader',
])

const each = (statusOf: (actor: Actor) => string): Row =>
  Object.fromEntries(actors.map((actor) => [actor, statusOf(actor)])) as Row
const everywhere = (status: number, like: string): string => like.replaceAll(/\d+/g, String(status))

/** The same statuses for every actor. */
const everybody = (statuses: string, but: Partial<Row> = {}): Row => each((actor) => but[actor] ?? statuses)
/** Every actor with a session. */
const users = (statuses: string, but: Partial<Row> = {}): Row =>
  each((actor) => (strangers.has(actor) ? everywhere(401, statuses) : (but[actor] ?? statuses)))
/** Admins with a second factor. */
const admins = (statuses: string): Row => users(everywhere(403, statuses), { admin: statuses })

const wrong = 'Non-Questa-7'
const unknownId = '00000000-0000-4000-8000-000000000000'

/**
 * The kind of thing that a call's path or body names, where the parameter's own name does not say it. The cast finds ids by these words.
 */
export const parameters: Record<string, string> = {
  '/api/account/sessions/:id': 'session',
  '/api/admin/payments/extend/:id': 'subscription',
  '/api/admin/payments/cancel/:subscription_id': 'subscription',
  '/api/admin/assign-subscription': 'trader_id',
  '/api/admin/cancel-all-subscriptions': 'trader_id',
  '/api/crypto/create-payment': 'user_id',
  '/api/crypto/reconcile-payment': 'order_id',
  '/api/trader/links': 'trader_id',
  '/api/showcases/track-click': 'showcase_id',
}
/** The tables that a refusal may write all the same: its own record, the advisor's last error, the provider's answers meanwhile. */
export const traces: Record<string, readonly string[]> = {
  'POST /api/crypto/ipn': ['provider_refusal'],
  'POST /api/ea/sync': ['ea_token'],
  'POST /api/crypto/reconcile-payment': ['payment_order', 'provider_health'],
}

/** Bodies that pass validation, so that the answer depends on the caller; every password in them is wrong. */
export const bodies: Record<string, object> = {
  'DELETE /api/account': { password: wrong, confirm: wrong },
  'POST /api/account/change-trading-account': { password: wrong, account_id: unknownId },
  'POST /api/account/integrity/{case_id}/reply': { reply: 'Ho cambiato il terminale quel giorno.' },
  'POST /api/account/totp/confirm': { code: '000000' },
  'POST /api/account/totp/disable': { password: wrong },
  'POST /api/account/totp/recovery-codes': { password: wrong },
  'POST /api/account/totp/setup': { password: wrong },
  'POST /api/admin/accounts/{account_id}/release': { trader_id: unknownId, reason: 'Il conto è di un altro.' },
  'POST /api/admin/accounts/{account_id}/server': { server: 'Broker-Live-2', reason: 'Il broker ha cambiato nome.' },
  'POST /api/admin/assign-subscription': { type: 'basic', duration_days: 30 },
  'POST /api/admin/crypto-payments/{order_id}/acknowledge': { mark: 'x', note: 'Visto.' },
  'POST /api/admin/payments/extend/{id}': { months: 1 },
  'POST /api/admin/showcases/{showcase_id}/approve': {},
  'POST /api/admin/showcases/{showcase_id}/reject': { message: 'Non è adatta.' },
  'POST /api/admin/showcases/{showcase_id}/request-changes': { message: 'Togli il numero.' },
  'POST /api/admin/system/backups/{name}/download': { password: wrong },
  'POST /api/admin/users/{trader_id}/reveal-investor-password': { password: wrong, reason: 'Controllo del conto' },
  'POST /api/auth/change-password': { current_password: wrong, new_password: 'Un-Altra-Parola-91' },
  'POST /api/crypto/create-payment': { plan: 'basic-monthly' },
  'POST /api/crypto/reconcile-payment': { payment_id: '5000000001' },
  'POST /api/my-showcase/claims': goodBody(),
  'POST /api/profile/update-myfxbook': { myfxbook_url: 'https://www.myfxbook.com/members/a/b/1' },
  'PUT /api/trader/myfxbook': { myfxbook_url: 'https://www.myfxbook.com/members/a/b/1' },
  'POST /api/showcases/create': goodBody(),
  'PUT /api/showcase/{showcase_id}': goodBody(),
  'PUT /api/showcases/{showcase_id}': goodBody(),
  'PUT /api/account/profile': { bio: 'Opero sul Forex.' },
  'POST /api/showcases/track-click': { type: 'share', target: 'whatsapp' },
  'POST /api/trader/links': { links: { telegram: 'https://t.me/somebody' } },
}
export const matrix: Record<string, Row> = {
  'DELETE /api/account': users('422', { admin: '403' }),
  'DELETE /api/account/avatar': users('200'),
  'DELETE /api/account/sessions/{id}': users('200 404 404 422'),
  'DELETE /api/admin/contacts/{message_id}/handled': admins('200 200 404 422'),
  'DELETE /api/admin/crypto-payments/{order_id}/acknowledge': admins('200 200 404 404'),
  'DELETE /api/admin/crypto-payments/{order_id}/delete': admins('200 200 404 404'),
  'DELETE /api/admin/payments/cleanup-orphaned': admins('200'),
  'DELETE /api/admin/users/{trader_id}': admins('403 200 404 422'),
  'DELETE /api/admin/users/delete-completely/{trader_id}': admins('403 200 404 422'),
  'DELETE /api/reset-ea-token': users('200'),
  'DELETE /api/showcases/{showcase_id}': users('200 403 404 422', { admin: '200 200 404 422' }),
  'DELETE /api/trader/myfxbook': users('200'),
  'GET /api/account/erasure': users('200'),
  'GET /api/account/export': users('200'),
  'GET /api/account/integrity': users('200'),
  'GET /api/account/profile': users('200'),
  'GET /api/account/sessions': users('200'),
  'GET /api/account/totp': users('200'),
  'GET /api/admin/all-subscriptions': admins('200'),
  'GET /api/admin/audit': admins('200'),
  'GET /api/admin/audit.csv': admins('200'),
  'GET /api/admin/contacts': admins('200'),
  'GET /api/admin/crypto-payments': admins('200'),
  'GET /api/admin/crypto-payments.csv': admins('200'),
  'GET /api/admin/crypto-payments/{order_id}': admins('200 200 404 404'),
  'GET /api/admin/integrity': admins('200'),
  'GET /api/admin/integrity/silent': admins('200'),
  'GET /api/admin/maintenance/status': everybody('200'),
  'GET /api/admin/outbox': admins('200'),
  'GET /api/admin/payments/dashboard': admins('200'),
  'GET /api/admin/payments/subscriptions': admins('200'),
  'GET /api/admin/payments/subscriptions.csv': admins('200'),
  'GET /api/admin/showcases': admins('200'),
  'GET /api/admin/showcases.csv': admins('200'),
  'GET /api/admin/showcases/{showcase_id}': admins('200 200 404 422'),
  'GET /api/admin/system/api-monitor': admins('200'),
  'GET /api/admin/system/backups': admins('200'),
  'GET /api/admin/system/logs': admins('200'),
  'GET /api/admin/traders/{trader_id}/integrity': admins('200 200 404 422'),
  'GET /api/admin/users': admins('200'),
  'GET /api/admin/users.csv': admins('200'),
  'GET /api/admin/users/{trader_id}': admins('200 200 404 422'),
  'GET /api/broker-servers': everybody('200'),
  'GET /api/compare': everybody('200'),
  'GET /api/contacts': everybody('200'),
  'GET /api/crypto/payment-status/{order_id}': users('200 404 404 422'),
  'GET /api/crypto/receipts/{order_id}': users('404 404 404 422'),
  'GET /api/crypto/supported-currencies': everybody('200'),
  'GET /api/dashboard': users('200'),
  'GET /api/dashboard/chart': users('200', {
    'lapsed diamond': '404',
    'admin without second factor': '404',
    admin: '404',
  }),
  'GET /api/diamond/status': users('200'),
  'GET /api/ea/download': everybody('200'),
  'GET /api/ea/download/{platform}': everybody('200 200 422 422'),
  'GET /api/ea/status/{trader_id}': users('200 403 403 403', { admin: '200 200 404 404' }),
  'GET /api/fresh/leaderboard': everybody('200'),
  'GET /api/fresh/stats': everybody('200'),
  'GET /api/my-showcase': users('200'),
  'GET /api/my-showcase/analytics': users('200'),
  'GET /api/plans': everybody('200'),
  'GET /api/showcases': everybody('200'),
  'GET /api/showcases/{showcase_id}': everybody('200 404 404 404', {
    anonymous: '404 404 404 404',
    'dead session': '404 404 404 404',
    'advisor of a basic trader': '404 404 404 404',
    'advisor of another trader': '404 404 404 404',
    admin: '200 200 404 404',
  }),
  'GET /api/test-showcase/{trader_id}': users('200 403 403 422', { admin: '200 200 200 422' }),
  'GET /api/trader/{username}': everybody('200 404 404 404', {
    'lapsed diamond': '404 404 404 404',
    'admin without second factor': '404 404 404 404',
    admin: '404 404 404 404',
  }),
  'GET /api/trader/{username}/ledger': everybody('200 404 404 404', {
    'lapsed diamond': '404 404 404 404',
    'admin without second factor': '404 404 404 404',
    admin: '404 404 404 404',
  }),
  'GET /api/trader/{username}/performance': everybody('200 404 404 404', {
    'lapsed diamond': '404 404 404 404',
    'admin without second factor': '404 404 404 404',
    admin: '404 404 404 404',
  }),
  'GET /api/user/{trader_id}/subscription-status': users('200 403 403 422', { admin: '200 200 404 422' }),
  'POST /api/account/avatar': users('415'),
  'POST /api/account/change-trading-account': users('422'),
  'POST /api/account/integrity/{case_id}/reply': users('200 404 404 422'),
  'POST /api/account/ownership-code': users('200'),
  'POST /api/account/totp/confirm': users('422'),
  'POST /api/account/totp/disable': users('422'),
  'POST /api/account/totp/recovery-codes': users('422'),
  'POST /api/account/totp/setup': users('422'),
  'POST /api/admin/accounts/{account_id}/release': admins('403 404 404 422'),
  'POST /api/admin/accounts/{account_id}/server': admins('403 200 404 422'),
  'POST /api/admin/accounts/release-erased': admins('422'),
  'POST /api/admin/assign-subscription': admins('200 200 404 422'),
  'POST /api/admin/cancel-all-subscriptions': admins('200 200 404 422'),
  'POST /api/admin/contacts/{message_id}/handled': admins('200 200 404 422'),
  'POST /api/admin/crypto-payments/{order_id}/acknowledge': admins('409 409 404 404'),
  'POST /api/admin/crypto-payments/{order_id}/restore': admins('200 200 404 404'),
  'POST /api/admin/integrity/{case_id}/decide': admins('422 422 422 422'),
  'POST /api/admin/maintenance/toggle': admins('422'),
  'POST /api/admin/payments/cancel/{subscription_id}': admins('200 200 404 422'),
  'POST /api/admin/payments/extend/{id}': admins('200 200 404 422'),
  'POST /api/admin/showcases/{showcase_id}/approve': admins('409 409 404 422'),
  'POST /api/admin/showcases/{showcase_id}/reject': admins('409 409 404 422'),
  'POST /api/admin/showcases/{showcase_id}/request-changes': admins('409 409 404 422'),
  'POST /api/admin/system/backups/{name}/download': admins('422 422 422 422'),
  'POST /api/admin/system/restart': admins('409'),
  'POST /api/admin/traders/{trader_id}/verification': admins('422 422 422 422'),
  'POST /api/admin/users/{trader_id}/confirm-email': admins('200 200 404 422'),
  'POST /api/admin/users/{trader_id}/restore': admins('200 200 404 422'),
  'POST /api/admin/users/{trader_id}/reveal-investor-password': admins('422 422 422 422'),
  'POST /api/admin/users/migrate-sequential-ids': admins('200'),
  'POST /api/auth/change-password': users('422'),
  'POST /api/auth/confirm-email': everybody('422'),
  'POST /api/auth/forgot-password': everybody('422'),
  'POST /api/auth/email-link': users('200'),
  'POST /api/auth/login': everybody('422'),
  'POST /api/auth/logout': users('200'),
  'POST /api/auth/register': everybody('422'),
  'POST /api/auth/reset-password': everybody('422'),
  'POST /api/contacts': everybody('422'),
  'POST /api/crypto/create-payment': users('400 403 403 422'),
  'POST /api/crypto/ipn': users('401'),
  'POST /api/crypto/reconcile-payment': users('409 404 404 422', { admin: '409 409 404 422' }),
  'POST /api/ea/sync': everybody('401', { 'advisor of a basic trader': '400', 'advisor of another trader': '400' }),
  'POST /api/generate-ea-token': users('200', {
    'lapsed diamond': '403',
    'admin without second factor': '403',
    admin: '403',
  }),
  'POST /api/my-showcase/claims': users('200'),
  'POST /api/profile/remove-myfxbook': users('200'),
  'POST /api/profile/update-myfxbook': users('200'),
  'POST /api/showcases/create': users('403', { diamond: '409', admin: '409' }),
  'POST /api/showcases/track-click': everybody('202 202 202 202'),
  'POST /api/showcases/upload-image': users('403', {
    diamond: '415',
    admin: '415',
  }),
  'POST /api/showcases/upload-pdf': users('403', {
    diamond: '415',
    admin: '415',
  }),
  'POST /api/trader/links': users('403 403 403 422', {
    basic: '200 403 403 422',
    diamond: '200 403 403 422',
    'rank 3': '200 403 403 422',
    admin: '403 403 404 422',
  }),
  'PUT /api/account/profile': users('200'),
  'PUT /api/showcase/{showcase_id}': users('403 403 404 422', { diamond: '200 403 404 422', admin: '200 403 404 422' }),
  'PUT /api/showcases/{showcase_id}': users('403 403 404 422', {
    diamond: '200 403 404 422',
    admin: '200 403 404 422',
  }),
  'PUT /api/trader/myfxbook': users('200'),
  // The last one: its verification goes on after the answer, and reports its result by mail.
  'POST /api/admin/system/backup': admins('200'),
}
