import type { FastifyInstance } from 'fastify'
import type { AuditAction } from '#shared/audit-actions.ts'
import { touchAccount } from '#features/integrity/server/cases/case-queries.ts'
import { recordFindings } from '#features/integrity/server/checks/findings.ts'
import { account, type TestAccount } from '#features/leaderboard/server/testing/accounts.ts'
import { books } from '#features/payments/server/testing/admin-books.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'

/** An admin's request. */
export interface AdminRequest {
  params?: Record<string, string>
  query?: string
  body?: object
}

interface Prepared extends AdminRequest {
  /** The subject of the audit line. */
  subject: string | null
}

export interface AuditedCall {
  writes: AuditAction
  /** Prepares the call, and returns its request. */
  make: () => Promise<Prepared>
  /**
   * The same request with an error, so that it is refused; where absent its ids do not exist. Null where no admin's request can be wrong.
   */
  invalid?: AdminRequest | null
}

const password = 'Registro-2026-prova'
const reason = 'Visto l’estratto conto del broker.'
const tooLong = { query: `?q=${'x'.repeat(101)}` }

/**
 * Every call by which an admin changes or exports something, with its line in the audit log and a way to make it succeed. A new call needs
 * its entry here.
 */
export async function auditedCalls(
  kernel: TestKernel,
  app: FastifyInstance,
  admin: Person,
): Promise<Record<string, AuditedCall>> {
  const { sql, clock, secrets } = kernel
  const { order } = books(kernel)
  await sql`update trader set password_hash = ${await secrets.hashPassword(password)} where trader_id = ${admin.trader_id}`
  const at = () => new Date(clock.now()).toISOString()
  let made = 0
  const someone = () => person(kernel, `persona_${++made}`)
  const trader = (shape: { diamond_ms?: number } = {}) =>
    account(kernel, { username: `trader_${++made}`, nets: Array.from({ length: 12 }, () => 40), ...shape })
  const asAdmin = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = await signedIn(kernel, admin.trader_id)
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
    return answer.json<Record<string, unknown>>()
  }
  const onUser = async () => {
    const { trader_id: id } = await someone()
    return { params: { trader_id: id }, subject: id }
  }
  const withPlan = async () => {
    const { trader_id: id } = await someone()
    await asAdmin('POST', '/api/admin/assign-subscription', { trader_id: id, type: 'basic', duration_days: 30 })
    return id
  }
  const subscriptionOf = async (traderId: string) => {
    const { subscriptions } = await asAdmin('GET', `/api/admin/users/${traderId}`)
    return (subscriptions as { subscription_id: string }[])[0]?.subscription_id ?? ''
  }
  const message = async (isHandled: boolean) => {
    const writer = await someone()
    const id = secrets.newId()
    await sql`
      insert into contact_message (message_id, name, email, subject, message, created_at, trader_id, handled_at)
      values (${id}, 'Anna', 'anna@posta.example', 'altro', 'Buongiorno', ${at()}, ${writer.trader_id}, ${isHandled ? at() : null})`
    return { params: { message_id: id }, subject: writer.trader_id }
  }
  const onOrder = async (state: { deleted?: boolean; review?: 'currency_mismatch' } = {}) => {
    const buyer = await someone()
    return { params: { order_id: await order({ trader: buyer, ...state }) }, subject: buyer.trader_id }
  }
  const showcase = async (move: object | undefined) => {
    const owner = await trader({ diamond_ms: 30 * DAY_MS })
    kernel.changes.announce(owner.trader_id)
    const profile = {
      display_name: 'Marta Ferrero',
      subtitle: 'La prima versione',
      description: 'Opero da anni con un metodo semplice e sempre lo stesso rischio.',
    }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/showcases/create',
      headers: await signedIn(kernel, owner.trader_id),
      payload: { profile, submit: true },
    })
    const { showcase_id: id } = answer.json<{ showcase_id: string }>()
    return { params: { showcase_id: id }, ...(move && { body: move }), subject: owner.trader_id }
  }
  const openCase = async ({ account_id }: TestAccount) => {
    const evidence = { inputs: { ticket: '77' }, threshold: { changes: 0 }, found: { profit: [10, -10] } }
    await sql.begin(async (tx) => {
      const finding = { code: 'history_changed' as const, occurrences: 1, evidence }
      await recordFindings(tx, kernel, [{ account_id, finding }], clock.now())
      await touchAccount(tx, account_id, at())
    })
    const [row] = await sql<{ case_id: string; last_at: string }[]>`
      select case_id, last_at from integrity_case where account_id = ${account_id}`
    return row ?? { case_id: '', last_at: '' }
  }
  const file = async () => ({ subject: null })

  return {
    'GET /api/admin/audit.csv': { writes: 'audit.export', make: file, invalid: tooLong },
    'GET /api/admin/crypto-payments.csv': { writes: 'payments.export', make: file, invalid: tooLong },
    'GET /api/admin/payments/subscriptions.csv': { writes: 'subscriptions.export', make: file, invalid: tooLong },
    'GET /api/admin/showcases.csv': { writes: 'showcases.export', make: file, invalid: tooLong },
    'GET /api/admin/users.csv': { writes: 'users.export', make: file, invalid: tooLong },

    'DELETE /api/admin/users/:trader_id': { writes: 'user.deactivate', make: onUser },
    'DELETE /api/admin/users/delete-completely/:trader_id': { writes: 'account.erase', make: onUser },
    'POST /api/admin/users/:trader_id/confirm-email': { writes: 'user.confirm_email', make: onUser },
    'POST /api/admin/users/:trader_id/restore': {
      writes: 'user.restore',
      make: async () => {
        const user = await onUser()
        await asAdmin('DELETE', `/api/admin/users/${user.subject}`)
        return user
      },
    },
    'POST /api/admin/users/:trader_id/reveal-investor-password': {
      writes: 'user.reveal_password',
      make: async () => {
        const user = await onUser()
        const sealed = secrets.seal('solo-lettura', user.subject)
        await sql`update trader set investor_password_sealed = ${sealed} where trader_id = ${user.subject}`
        return { ...user, body: { password, reason } }
      },
      invalid: { body: { password: 'sbagliata-2026', reason } },
    },
    'POST /api/admin/users/migrate-sequential-ids': {
      writes: 'users.number',
      make: async () => {
        // As the program before numbered registrations left them.
        const { trader_id } = await someone()
        await sql`update trader set user_sequential_id = null where trader_id = ${trader_id}`
        return { subject: null }
      },
      invalid: null,
    },

    'POST /api/admin/assign-subscription': {
      writes: 'subscription.assign',
      make: async () => {
        const { trader_id: id } = await someone()
        return { body: { trader_id: id, type: 'basic', duration_days: 30 }, subject: id }
      },
    },
    'POST /api/admin/cancel-all-subscriptions': {
      writes: 'subscription.cancel_all',
      make: async () => {
        const id = await withPlan()
        return { body: { trader_id: id }, subject: id }
      },
    },
    'POST /api/admin/payments/extend/:id': {
      writes: 'subscription.extend',
      make: async () => {
        const id = await withPlan()
        return { params: { id: await subscriptionOf(id) }, body: { months: 1 }, subject: id }
      },
    },
    'POST /api/admin/payments/cancel/:subscription_id': {
      writes: 'subscription.cancel',
      make: async () => {
        const id = await withPlan()
        return { params: { subscription_id: await subscriptionOf(id) }, subject: id }
      },
    },

    'DELETE /api/admin/crypto-payments/:order_id/delete': { writes: 'payment.delete', make: () => onOrder() },
    'POST /api/admin/crypto-payments/:order_id/restore': {
      writes: 'payment.restore',
      make: () => onOrder({ deleted: true }),
    },
    'POST /api/admin/crypto-payments/:order_id/acknowledge': {
      writes: 'payment.acknowledge',
      make: async () => ({ ...(await onOrder({ review: 'currency_mismatch' })), body: { note: 'Rimborsato.' } }),
    },
    'DELETE /api/admin/crypto-payments/:order_id/acknowledge': {
      writes: 'payment.unacknowledge',
      make: async () => {
        const looked = await onOrder({ review: 'currency_mismatch' })
        await asAdmin('POST', `/api/admin/crypto-payments/${looked.params.order_id}/acknowledge`, { note: 'Visto.' })
        return looked
      },
    },
    'DELETE /api/admin/payments/cleanup-orphaned': {
      writes: 'payment.cleanup',
      make: async () => {
        await order({ trader: null, state: 'dead', status: 'expired', age: 400 * DAY_MS })
        return { subject: null }
      },
      invalid: null,
    },

    'POST /api/admin/showcases/:showcase_id/approve': { writes: 'showcase.approve', make: () => showcase(undefined) },
    'POST /api/admin/showcases/:showcase_id/reject': {
      writes: 'showcase.reject',
      make: () => showcase({ message: 'Non è il posto per questo.' }),
    },
    'POST /api/admin/showcases/:showcase_id/request-changes': {
      writes: 'showcase.request_changes',
      make: () => showcase({ message: 'Manca la strategia.' }),
      invalid: { body: { message: ' ' } },
    },

    'POST /api/admin/integrity/:case_id/decide': {
      writes: 'integrity.decide',
      make: async () => {
        const held = await trader()
        const { case_id, last_at } = await openCase(held)
        return { params: { case_id }, body: { decision: 'cleared', reason, last_at }, subject: held.trader_id }
      },
    },
    'POST /api/admin/traders/:trader_id/verification': {
      writes: 'integrity.match',
      make: async () => {
        const { account_id, trader_id } = await trader()
        await sql`
          insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
          values (${account_id}, 'TT-ABCD2345', ${at()}, ${at()}, ${at()}, ${at()})`
        const figures = { balance: 10_480, closed_trades: 12, gain_percentage: 4.8 }
        const body = { action: 'record', source: 'investor_login', link: null, reason, ...figures }
        return { params: { trader_id }, body, subject: trader_id }
      },
    },
    'POST /api/admin/accounts/:account_id/release': {
      writes: 'account.release',
      make: async () => {
        const [bound, claimant] = [await trader(), await someone()]
        const body = { trader_id: claimant.trader_id, reason }
        return { params: { account_id: bound.account_id }, body, subject: claimant.trader_id }
      },
    },
    'POST /api/admin/accounts/:account_id/server': {
      writes: 'account.move-server',
      make: async () => {
        const { account_id, trader_id } = await trader()
        return { params: { account_id }, body: { server: 'Broker-Live-02', reason }, subject: trader_id }
      },
    },
    'POST /api/admin/accounts/release-erased': {
      writes: 'account.release-erased',
      make: async () => {
        const [gone, claimant] = [await trader(), await someone()]
        const login = String(700_000 + ++made)
        await sql`update trading_account set login = ${login} where account_id = ${gone.account_id}`
        await asAdmin('DELETE', `/api/admin/users/delete-completely/${gone.trader_id}`)
        const number = { platform: 'MT5', server: 'Broker-Live', login }
        return { body: { ...number, trader_id: claimant.trader_id, reason }, subject: claimant.trader_id }
      },
    },

    'POST /api/admin/contacts/:message_id/handled': { writes: 'contact.handle', make: () => message(false) },
    'DELETE /api/admin/contacts/:message_id/handled': { writes: 'contact.reopen', make: () => message(true) },

    'POST /api/admin/system/backup': { writes: 'system.backup', make: file, invalid: null },
    'POST /api/admin/system/backups/:name/download': {
      writes: 'system.backup_download',
      make: async () => {
        const { backup_filename: name } = await asAdmin('POST', '/api/admin/system/backup')
        return { params: { name: String(name) }, body: { password }, subject: null }
      },
      invalid: { body: { password: 'sbagliata-2026' } },
    },
    'POST /api/admin/system/restart': { writes: 'system.restart', make: file, invalid: null },
    'POST /api/admin/maintenance/toggle': {
      writes: 'maintenance.toggle',
      make: async () => ({ query: '?enabled=true', subject: null }),
      invalid: { query: '?enabled=forse' },
    },
  }
}
