import type { LightMyRequestResponse } from 'fastify'
import { afterAll, vi } from 'vitest'
import { registerAdmin } from '#features/admin/server/routes.ts'
import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { PaymentState } from '../../contract.ts'
import { quick, startNowPayments } from '../../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { registerPaymentRoutes } from '../routes.ts'
import { createPayments } from '../service.ts'

interface Opened {
  order_id: string
  invoice_url: string
  payment_id: string
}

export interface TestOrder {
  order_id: string
  state: string
  status: string
  activated: boolean
  reconciled_at: string | null
  review_reason: string | null
  next_check_at: string | null
  last_checked_at: string | null
  last_check_result: string | null
  trader_id: string | null
}

/** The buyers' calls, with buyers, an admin and a provider over HTTP that a test can make fail. Called at the top of a test file. */
export async function buyerScene(options: { canList?: boolean; env?: Record<string, string> } = {}) {
  let clock: TestKernel['clock'] | null = null
  const np = await startNowPayments({ canList: options.canList ?? true, now: () => clock?.now() ?? Date.now() })
  const kernel = await testKernel({ env: { ...np.env, ...options.env } })
  clock = kernel.clock
  const provider = configuredNowPayments(kernel, quick)
  const payments = createPayments(kernel, provider)
  const app = await serveBuyers(kernel, payments)
  afterAll(async () => {
    vi.useRealTimers()
    await payments.close()
    await np.close()
  })
  const admin = await person(kernel, 'capo', { is_admin: true })
  let people = 0

  const post = (url: string, payload: Record<string, unknown>, who?: Person, on = app) =>
    on.inject({ method: 'POST', url, payload, ...(who && { headers: who.headers }) })
  const buy = (who: Person, plan: unknown = 'basic_monthly', more: Record<string, unknown> = {}, on = app) =>
    post('/api/crypto/create-payment', { user_id: who.trader_id, plan, email: 'x@example.com', ...more }, who, on)
  const order = async (orderId: string): Promise<TestOrder> => {
    const [row] = await kernel.sql<TestOrder[]>`select * from payment_order where order_id = ${orderId}`
    if (row === undefined) throw new Error(`no order ${orderId}`)
    return row
  }
  /** A minute goes by, on the server's clock and on the machine's, which the adapter's circuit breakers read. */
  const passMinute = () => {
    if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
    vi.setSystemTime(Date.now() + MINUTE_MS)
    kernel.clock.advance(MINUTE_MS)
  }
  return {
    np,
    kernel,
    passMinute,
    payments,
    app,
    admin,
    post,
    buy,
    order,
    someone: () => person(kernel, `buyer_${++people}`),
    bought: async (
      who: Person,
      plan: PlanCode = 'basic_monthly',
      more: Record<string, unknown> = {},
    ): Promise<Opened> => {
      const answer = await buy(who, plan, more)
      if (answer.statusCode !== 201) throw new Error(`create-payment answered ${answer.statusCode}: ${answer.body}`)
      return answer.json<Opened>()
    },
    ordersOf: (who: Person) => kernel.sql<TestOrder[]>`
      select * from payment_order where trader_id = ${who.trader_id} order by created_at, order_id`,
    invoicesOf: (orderId: string) => kernel.sql<{ invoice_id: string; coin: string | null; invoice_url: string }[]>`
      select * from payment_invoice where order_id = ${orderId} order by created_at, invoice_id`,
    grantsOf: (who: Person) => kernel.sql<{ source_key: string }[]>`
      select source_key from entitlement_entry where trader_id = ${who.trader_id} and kind = 'purchase'`,
    statusOf: (orderId: string, who: Person): Promise<LightMyRequestResponse> =>
      app.inject({ method: 'GET', url: `/api/crypto/payment-status/${orderId}`, headers: who.headers }),
    stateOf: async (orderId: string, who: Person): Promise<PaymentState> =>
      (await app.inject({ method: 'GET', url: `/api/crypto/payment-status/${orderId}`, headers: who.headers })).json(),
    reconcile: (who: Person, body: Record<string, unknown>, on = app) =>
      post('/api/crypto/reconcile-payment', body, who, on),
    get: (url: string, who?: Person) => app.inject({ method: 'GET', url, ...(who && { headers: who.headers }) }),
  }
}

/** A server with the buyers' calls over a payments service. */
export function serveBuyers(kernel: TestKernel, payments: ReturnType<typeof createPayments>) {
  return testApp(
    kernel,
    (app) => registerPaymentRoutes(app, kernel, payments),
    (app) => registerNotificationRoute(app, kernel, payments),
    registerSubscriptions,
    registerAdmin,
  )
}
