import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import type { Config } from '#server/settings/config.ts'
import { connectDatabase } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { settableClock } from '#server/testing/clock.ts'
import { DAY_MS } from '#shared/dates.ts'
import { reconcileRecent } from '../server/reconciliation/nightly.ts'
import { startInstance, type Instance } from './instance.ts'
import { scriptedProvider, type ScriptedProvider } from './scripted-provider.ts'
import { storyDatabase } from './story-database.ts'
import type { Action, Story } from './story.ts'
import { hold, poison } from './blocked-rows.ts'

/** The shop of a story: everything that an action can touch, and what the story logged. */
export interface Shop {
  kernel: Kernel
  clock: ReturnType<typeof settableClock>
  world: ScriptedProvider
  instances: [Instance, Instance]
  traders: Person[]
  admin: Person
  /** Milliseconds UTC; null while active. */
  gone: Map<string, number>
  /** Lines of level error, as JSON. */
  errors: string[]
  started: number
  restart: (on: number) => Promise<void>
  close: () => Promise<void>
}

/** Longest time that a story may let pass: the schedule and the nightly reconciliation still see its first payment afterwards. */
const longestMs = 6 * DAY_MS
const start = Date.parse('2026-11-20T10:00:00.000Z')

export async function openShop(base: Pick<Kernel, 'secrets'> & { config: Config }): Promise<Shop> {
  const { address, drop } = await storyDatabase()
  const clock = settableClock(start)
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const world = scriptedProvider(clock)
  let lives = 0
  const open = () =>
    startInstance({ ...base, clock, log }, address, { providerFor: () => world.provider, name: `instance ${++lives}` })
  const instances: [Instance, Instance] = [await open(), await open()]
  const [first] = instances
  // A pool of the test's own: the instances' ones come and go.
  const { sql, close } = connectDatabase(address, { max: 3, name: 'storyteller' })
  const kernel: Kernel = { ...first.kernel, sql }
  const traders = [await person(kernel, 'anna'), await person(kernel, 'bruno')]
  const admin = await person(kernel, 'capo', { is_admin: true })
  return {
    kernel,
    clock,
    world,
    instances,
    traders,
    admin,
    gone: new Map(),
    errors,
    started: start,
    restart: async (on) => void (instances[on % 2] = await open()),
    async close() {
      await Promise.all(instances.map((instance) => instance.close()))
      await close()
      await drop()
    },
  }
}

const nth = <T>(list: readonly T[], index: number): T | undefined =>
  list.at(index < 0 ? index : index % (list.length || 1))

export interface OrderRow {
  order_id: string
  trader_id: string | null
  plan: string
  price_cents: number
  state: string
  status: string
  activated: boolean
  activated_at: string | null
  deleted_at: string | null
  next_check_at: string | null
  review_reason: string | null
}

export const orderRows = ({ kernel }: Shop): Promise<OrderRow[]> => kernel.sql<OrderRow[]>`
  select order_id, trader_id, plan, price_cents, state, status, activated, activated_at, deleted_at, next_check_at, review_reason
    from payment_order
   order by created_at, order_id`

/** Plays a story round by round, the moments of a round at once. Servers that crashed in a round are back for the next one. */
export async function play(shop: Shop, story: Story): Promise<void> {
  let before = new Map<string, OrderRow>()
  for (const round of story) {
    const crashed = new Set<number>()
    const done = await Promise.allSettled(
      round.map(async ({ action, after }) => {
        if (after > 0) await sleep(after)
        await act(shop, action, crashed)
      }),
    )
    for (const on of crashed) await shop.restart(on)
    // A request to a server that crashed may fail in any way; a request to a server that runs may not.
    if (crashed.size === 0) for (const each of done) if (each.status === 'rejected') throw each.reason
    before = await compareOrders(shop, before)
  }
}

async function act(shop: Shop, action: Action, crashed: Set<number>): Promise<void> {
  const { world, clock } = shop
  switch (action.do) {
    case 'pay':
      return pay(shop, action)
    case 'move': {
      const payment = nth([...world.payments.values()], action.payment)
      // A refunded payment stays refunded.
      if (payment !== undefined && payment.status !== 'refunded')
        world.move(payment.id, action.status, action.share ?? undefined)
      return
    }
    case 'lie': {
      const payment = nth([...world.payments.values()], action.payment)
      if (payment !== undefined) world.lie(payment.id, { status: 'finished', received: payment.asked })
      return
    }
    case 'mute': {
      const payment = nth([...world.payments.values()], action.payment)
      if (payment !== undefined) world.muted.add(payment.id)
      return
    }
    case 'mode':
      world.mode = action.mode
      return
    case 'jump':
      if (clock.now() + action.ms <= shop.started + longestMs) clock.advance(action.ms)
      return
    case 'crash':
      crashed.add(action.on)
      return shop.instances[action.on % 2]?.crash()
    case 'deactivate':
      return deactivate(shop, action.trader)
    case 'hold': {
      const order = nth(await orderRows(shop), action.order)
      return order === undefined ? undefined : hold(shop.kernel.sql, order.order_id, action.ms)
    }
    case 'poison': {
      const order = action.order === null ? null : nth(await orderRows(shop), action.order)
      return order === undefined ? undefined : poison(shop.kernel.sql, order?.order_id ?? null)
    }
    case 'job':
      return shop.instances[action.on % 2]?.payments.settle()
    case 'nightly': {
      const instance = shop.instances[action.on % 2]
      if (instance !== undefined) await reconcileRecent(instance.kernel, instance.payments.provider, {})
      return
    }
    default:
      return request(shop, action)
  }
}

function pay({ world }: Shop, { invoice, kind, status, share }: Extract<Action, { do: 'pay' }>): void {
  const id = nth([...world.invoices.keys()], invoice)
  const cents = world.invoices.get(id ?? '')?.priceCents
  if (id === undefined || cents === undefined) return
  const parent = [...world.payments.values()].find((payment) => payment.invoiceId === id && payment.parentId === null)
  if (kind === 'child' && parent === undefined) return
  const received = status === 'waiting' || status === 'expired' ? 0 : share
  world.pay(
    id,
    {
      status,
      ...(kind === 'child' && parent && { parentId: parent.id }),
      ...(kind === 'wrong_price' && { priceCents: cents + 1 }),
      ...(kind === 'euro' && { currency: 'eur' }),
    },
    received,
  )
}

async function deactivate({ kernel, gone, traders, clock }: Shop, index: number): Promise<void> {
  const trader = traders[index]
  if (trader === undefined || gone.has(trader.trader_id)) return
  const at = clock.now()
  await kernel.sql`update trader set deactivated_at = ${new Date(at).toISOString()} where trader_id = ${trader.trader_id}`
  gone.set(trader.trader_id, clock.now())
}

type RequestAction = Extract<
  Action,
  { do: 'create' | 'deliver' | 'poll' | 'reconcile' | 'delete' | 'restore' | 'extend' | 'cancel' }
>

async function request(shop: Shop, action: RequestAction): Promise<void> {
  const app = shop.instances[action.on % 2]?.app
  if (app === undefined) return
  const { admin, traders, world } = shop
  const answers: LightMyRequestResponse[] = []
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    payload?: object | string,
  ) => void answers.push(await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) }))
  switch (action.do) {
    case 'create': {
      const who = traders[action.trader]
      if (who === undefined) return
      const body = {
        user_id: who.trader_id,
        plan: action.plan,
        ...(action.coin !== null && { pay_currency: action.coin }),
      }
      await send('POST', '/api/crypto/create-payment', who.headers, body)
      break
    }
    case 'deliver': {
      const sent = nth(world.sent, action.sent)
      if (sent === undefined) return
      const payload = action.altered
        ? sent.payload.replace(/"actually_paid":[\d.e-]+/, '"actually_paid":99999')
        : sent.payload
      const times = Array.from({ length: action.times }, () => send('POST', '/api/crypto/ipn', sent.headers, payload))
      await Promise.all(times)
      break
    }
    case 'extend':
    case 'cancel': {
      const rows = await shop.kernel.sql<{ subscription_id: string }[]>`select subscription_id from subscription`
      const row = nth(rows, action.subscription)
      if (row === undefined) return
      const body = action.do === 'extend' ? { months: 1 } : {}
      await send('POST', `/api/admin/payments/${action.do}/${row.subscription_id}`, admin.headers, body)
      break
    }
    default: {
      const order = nth(await orderRows(shop), action.order)
      if (order === undefined) return
      const owner = traders.find((trader) => trader.trader_id === order.trader_id) ?? admin
      if (action.do === 'poll') await send('GET', `/api/crypto/payment-status/${order.order_id}`, owner.headers)
      if (action.do === 'delete')
        await send('DELETE', `/api/admin/crypto-payments/${order.order_id}/delete`, admin.headers)
      if (action.do === 'restore')
        await send('POST', `/api/admin/crypto-payments/${order.order_id}/restore`, admin.headers)
      if (action.do === 'reconcile') {
        const who = action.by === 'admin' ? admin : owner
        const paymentId =
          [...world.payments.values()].find((payment) => payment.orderId === order.order_id)?.id ??
          [...world.invoices].find(([, invoice]) => invoice.orderId === order.order_id)?.[0]
        if (paymentId === undefined) return
        await send('POST', '/api/crypto/reconcile-payment', who.headers, {
          order_id: order.order_id,
          payment_id: paymentId,
        })
      }
    }
  }
  for (const { statusCode, body } of answers) {
    if (statusCode >= 500 && !(statusCode === 502 && action.do === 'create')) {
      throw new Error(`${action.do} was answered ${statusCode}: ${body}`)
    }
    if (action.do === 'deliver' && statusCode !== (action.altered ? 401 : 200)) {
      throw new Error(`a notification was answered ${statusCode}: ${body}`)
    }
  }
}

/** Compares all orders with the round before: a paid order stays paid, an active order has one moment of activation. */
async function compareOrders(shop: Shop, before: Map<string, OrderRow>): Promise<Map<string, OrderRow>> {
  const rows = await orderRows(shop)
  for (const row of rows) {
    const was = before.get(row.order_id)
    if (was?.activated && (row.state !== 'paid' || row.activated_at !== was.activated_at)) {
      throw new Error(`order went back: ${JSON.stringify({ was, row })}`)
    }
    if (!row.activated && (row.status === 'confirmed' || row.status === 'finished')) {
      throw new Error(`shown as paid before it was active: ${JSON.stringify(row)}`)
    }
  }
  const missing = [...before.keys()].filter((id) => rows.every((row) => row.order_id !== id))
  if (missing.length > 0) throw new Error(`orders vanished: ${missing.join()}`)
  return new Map(rows.map((row) => [row.order_id, row]))
}
