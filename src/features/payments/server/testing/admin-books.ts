import type { Queryable } from '#server/database/database.ts'
import { planOf, type PlanCode } from '#features/subscriptions/catalogue.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import type { Person } from '#server/testing/people.ts'
import type { PaymentStatus } from '../../contract.ts'
import type { ProviderStatus } from '../../provider.ts'
import type { OrderState, ReviewCode } from '../../rules.ts'

interface OrderOptions {
  /** Null: the user is gone. */
  trader: Person | null
  email?: string | null
  plan?: PlanCode
  state?: OrderState
  status?: PaymentStatus
  activated?: boolean
  /** The payment that activated it. */
  paidBy?: string
  review?: ReviewCode
  reconciled?: boolean
  deleted?: boolean
  resurfaced?: boolean
  nextCheck?: boolean
  /** Milliseconds before now at which it was made. */
  age?: number
}

interface PaymentOptions {
  order?: string
  /** The provider's word for an order that is not ours. */
  claimed?: string | null
  status?: ProviderStatus
  asked?: string | null
  received?: string | null
  parent?: string
  price?: string | null
  currency?: string
  review?: ReviewCode
  coin?: string
  /** Known only by our own questions. */
  silent?: boolean
  notified?: unknown
}

/** Writes rows as the product stores them, so that a test can show admins any state, also one that takes weeks to arise. */
export function books(kernel: TestKernel) {
  const { sql, clock } = kernel
  const at = (before = 0) => new Date(clock.now() - before).toISOString()
  let made = 0

  async function order(options: OrderOptions): Promise<string> {
    const id = `TT-${String(++made).padStart(6, '0')}${'ABCDEFGHJKMNPQRSTVWX'}`
    const plan = planOf(options.plan ?? 'basic_monthly')
    if (plan === null) throw new Error('no such plan')
    const email =
      options.email === undefined && options.trader !== null ? `${options.trader.username}@example.com` : options.email
    const activated = options.activated ?? false
    await sql`
      insert into payment_order (order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status,
                                 activated, activated_at, paid_payment_id, reconciled_at, review_reason, created_at,
                                 updated_at, deleted_at, resurfaced_at, next_check_at)
      values (${id}, ${options.trader?.trader_id ?? null}, ${email ?? null}, ${options.trader?.username ?? null},
              ${plan.code}, ${plan.tier}, ${plan.price_cents}, 'nowpayments', ${options.state ?? 'open'},
              ${options.status ?? 'waiting'}, ${activated}, ${activated ? at() : null}, ${options.paidBy ?? null},
              ${options.reconciled ? at() : null}, ${options.review ?? null}, ${at(options.age)}, ${at()},
              ${options.deleted ? at() : null}, ${options.resurfaced ? at() : null}, ${options.nextCheck ? at() : null})`
    return id
  }

  /** Returns the order id under which it is listed. */
  async function payment(id: string, options: PaymentOptions, on: Queryable = sql): Promise<string> {
    const price = options.price === undefined ? '11.99' : options.price
    const received = options.received === undefined ? '11.99' : options.received
    const status = options.status ?? 'finished'
    await on`
      insert into provider_payment (provider, provider_payment_id, claimed_order_id, order_id, parent_payment_id, status,
                                    raw_status, price_amount, price_currency, asked, received, coin, notified,
                                    notified_at, review_reason, first_seen_at, last_seen_at)
      values ('nowpayments', ${id}, ${options.order ?? options.claimed ?? null}, ${options.order ?? null},
              ${options.parent ?? null}, ${status}, ${status}, ${price}, ${options.currency ?? 'usd'}, ${options.asked ?? '11.99'}, ${received},
              ${options.coin ?? 'usdtbsc'}, ${options.notified === undefined ? null : on.json(options.notified as never)},
              ${options.silent ? null : at()}, ${options.review ?? null}, ${at()}, ${at()})`
    return options.order ?? options.claimed ?? `payment-${id}`
  }

  const invoice = async (orderId: string, id: string) => {
    clock.advance(1)
    await sql`
      insert into payment_invoice (provider, invoice_id, order_id, invoice_url, coin, created_at)
      values ('nowpayments', ${id}, ${orderId}, ${`https://nowpayments.io/payment/?iid=${id}`}, null, ${at()})`
  }

  /** `outcome` null: not read yet. */
  const event = async (paymentId: string, rawStatus: string, outcome: string | null, body = '{}') => {
    await sql`
      insert into provider_event (provider, dedupe_key, provider_payment_id, raw_body, snapshot, received_at, processed_at, outcome)
      values ('nowpayments', ${kernel.secrets.newId()}, ${paymentId}, ${body}, ${sql.json({ rawStatus })}, ${at()},
              ${outcome === null ? null : at()}, ${outcome})`
  }

  const refusal = async (reason: string, body = '{}') => {
    await sql`insert into provider_refusal (provider, reason, body, address, refused_at)
              values ('nowpayments', ${reason}, ${body}, '192.0.2.1', ${at()})`
  }

  /** Inserts a coin that the provider offers. */
  const coin = async (code: string, names: { name: string; symbol: string; network: string }) => {
    await sql`
      insert into payment_coin (provider, coin, name, symbol, network, needs_memo, place, checked_at)
      values ('nowpayments', ${code}, ${names.name}, ${names.symbol}, ${names.network}, false, 0, ${at()})`
  }

  const erase = () => sql`
    truncate payment_order, payment_invoice, payment_review, provider_payment, provider_event, provider_refusal, provider_health, payment_coin, outbox cascade`

  return { order, payment, invoice, event, refusal, coin, erase }
}
