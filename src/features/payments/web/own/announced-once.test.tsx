import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigate, useUrl } from '#web/router.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { PaymentAnnouncement } from './PaymentAnnouncement.tsx'
import { PaymentView } from '../order/PaymentView.tsx'
import { rememberedOrder, rememberOrder } from '../last-order.ts'
import { buyer, orderId, orderWith } from '../testing/payments.ts'
import { advanceClock, installClock } from '../testing/time.ts'
import { arrive, leave, show } from '../testing/watched.tsx'

withSheets(paymentsSheet)

/** Where and how often an activation is announced. */

beforeEach(() => {
  arrive()
  installClock()
})
afterEach(leave)

const active = orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
const opened = { order_id: orderId, trader_id: buyer.trader_id }
const dialogs = () => document.querySelectorAll('dialog[open]').length
const isAnnounced = () => rememberedOrder(buyer.trader_id)?.is_told === true

/** The order's page, and the part of the dashboard that announces its activation. */
function Both() {
  const view = useUrl().search.get('view')
  return view === 'payment' ? (
    <PaymentView />
  ) : (
    view === 'dashboard' && <PaymentAnnouncement traderId={buyer.trader_id} />
  )
}

test.each([true, false])(
  'opened here and active at the first look: announced, once (answer in the page: %s)',
  async (seeded) => {
    rememberOrder(opened)
    show({ screen: <Both />, order: () => active, seeded })
    await advanceClock(1_000)
    expect(dialogs()).toBe(1)
    expect(document.querySelector('dialog')?.textContent).toContain('attivo fino al 20/11/2027.')
    expect(isAnnounced()).toBe(false)
    await page.getByRole('button', { name: 'Vai alla dashboard' }).click()
    await advanceClock(MINUTE_MS)
    expect(window.location.search).toBe('?view=dashboard')
    expect([dialogs(), isAnnounced()]).toEqual([0, true])
    navigate(`/?view=payment&order=${orderId}`)
    await advanceClock(MINUTE_MS)
    expect(document.querySelector('h1')?.textContent).toBe('Abbonamento attivo')
    expect(dialogs()).toBe(0)
  },
)

test('a buyer who leaves the page before reading it gets it on the dashboard', async () => {
  rememberOrder(opened)
  show({ screen: <Both />, order: () => active })
  await advanceClock(1_000)
  expect(dialogs()).toBe(1)
  navigate('/?view=vetrine')
  await advanceClock(1_000)
  expect(dialogs()).toBe(0)
  navigate('/?view=dashboard')
  await advanceClock(1_000)
  expect(dialogs()).toBe(1)
})

test('an announcement in another tab is not repeated here', async () => {
  rememberOrder(opened)
  show({ order: () => active })
  await advanceClock(1_000)
  expect(dialogs()).toBe(1)
  rememberOrder({ ...opened, is_told: true })
  // A tab receives events of another tab's writes only.
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage }))
  await advanceClock(1_000)
  expect(dialogs()).toBe(0)
})

test.each([
  ['was opened elsewhere', () => undefined],
  ['was opened here before another one', () => rememberOrder({ ...opened, order_id: 'TT-X' })],
  ['was announced', () => rememberOrder({ ...opened, is_told: true })],
])('the page of an active order that %s only shows it', async (_, given) => {
  given()
  show({ order: () => active })
  await advanceClock(MINUTE_MS)
  expect(dialogs()).toBe(0)
  expect(document.querySelector('h1')?.textContent).toBe('Abbonamento attivo')
})
