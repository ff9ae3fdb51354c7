import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { MINUTE_MS } from '#shared/dates.ts'
import paymentsSheet from '../payments.css?inline'
import { PaymentAnnouncement } from './PaymentAnnouncement.tsx'
import { rememberedOrder, rememberOrder } from '../last-order.ts'
import { buyer, orderId, orderWith } from '../testing/payments.ts'
import { freshClient, advanceClock, installClock } from '../testing/time.ts'
import { arrive, dashboardKey, leave, status } from '../testing/watched.tsx'

withSheets(paymentsSheet)

beforeEach(() => {
  arrive()
  window.history.replaceState({}, '', '/?view=dashboard')
  installClock()
})
afterEach(leave)

let order = orderWith()

function show(answer: () => { status?: number; body: unknown } = () => ({ body: order })) {
  order = orderWith()
  const requests = serveCalls({ [status]: answer, [dashboardKey]: () => ({ body: buyer }) })
  const seeds = [{ key: dashboardKey, input: {}, data: buyer }]
  mount(<PaymentAnnouncement traderId={buyer.trader_id} />, { seeds, client: freshClient() })
  return (key: string) => requests.filter((call) => call.key === key).length
}

const dialog = () => document.querySelector('dialog[open]')?.textContent
const remember = (changes = {}) => rememberOrder({ order_id: orderId, trader_id: buyer.trader_id, ...changes })

test('the dashboard goes on waiting for the opened order, and announces its activation', async () => {
  remember()
  const count = show()
  await advanceClock(1_000)
  expect(dialog()).toBeUndefined()
  expect(count(status)).toBe(1)
  const plans = count(dashboardKey)
  await advanceClock(10_000)
  expect(count(dashboardKey)).toBe(plans + 1)
  order = orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
  await advanceClock(30_000)
  expect(dialog()).toContain('attivo fino al 20/11/2027.')
  const read = count(dashboardKey)
  await page.getByRole('button', { name: 'Vai alla dashboard' }).click()
  await advanceClock(100)
  expect(dialog()).toBeUndefined()
  expect(count(dashboardKey)).toBe(read + 1)
  expect(rememberedOrder(buyer.trader_id)?.is_told).toBe(true)
})

test('an activation without an open page is announced on arrival, once', async () => {
  remember()
  show(() => ({ body: orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z' }) }))
  await advanceClock(1_000)
  await advanceClock(100)
  expect(dialog()).toContain('attivo fino al 20/11/2027.')
})

test.each([
  ['nothing was opened', () => undefined],
  ['another account opened it', () => remember({ trader_id: 'somebody-else' })],
  ['it was announced', () => remember({ is_told: true })],
])('requests nothing where %s', async (_, given) => {
  given()
  const count = show()
  await advanceClock(MINUTE_MS)
  expect([count(status), count(dashboardKey)]).toEqual([0, 0])
})

test('an order that is gone is not requested again', async () => {
  remember()
  const count = show(() => ({ status: 404, body: { detail: 'Ordine non trovato: controlla il numero.' } }))
  await advanceClock(90_000)
  expect(count(status)).toBe(1)
  expect(rememberedOrder(buyer.trader_id)?.is_told).toBe(true)
})

test('says after the last check that it ended, and goes on at a click', async () => {
  remember()
  const count = show()
  await advanceClock(100)
  for (let made = count(dashboardKey); made < 60; made += 1) {
    await advanceClock(30_000)
    expect(count(dashboardKey)).toBe(made + 1)
  }
  await expect.element(page.getByText('Il monitoraggio è terminato.')).toBeVisible()
  await page.getByRole('button', { name: 'Riprendi i controlli' }).click()
  await advanceClock(100)
  expect(document.body.textContent).not.toContain('Il monitoraggio è terminato.')
})
