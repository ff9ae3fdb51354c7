import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { DAY_MS } from '#shared/dates.ts'
import dashboardSheet from '#features/dashboard/web/dashboard.css?inline'
import { Alert } from '#web/ui/Alert.tsx'
import { OwnPayments } from './OwnPayments.tsx'
import { PlanCard } from './PlanCard.tsx'
import type { OwnPayment } from './plan-state.ts'

withSheets(dashboardSheet)

const now = Date.parse('2026-11-20T12:00:00.000Z')
const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString()
const none = { is_active: false, expires_at: null }
const until = (days: number) => ({ is_active: true, expires_at: inDays(days) })
const access = { leaderboard: true, ea_sync: true, showcase: false }
const order = `TT-${'A'.repeat(26)}`

function payment(change: Partial<OwnPayment> = {}): OwnPayment {
  return {
    order_id: order,
    plan: 'basic_quarterly',
    subscription_type: 'basic',
    amount_usd: 24.9,
    status: 'finished',
    activated: true,
    created_at: inDays(-1),
    ...change,
  }
}

interface Shown {
  diamond?: typeof none | ReturnType<typeof until>
  basic?: typeof none | ReturnType<typeof until>
  payments?: OwnPayment[]
  onActivated?: () => void
}

function show({ diamond = none, basic = none, payments = [], onActivated = () => undefined }: Shown) {
  const subscription = { diamond, basic_leaderboard: basic, access, recent_payments: payments }
  mount(<PlanCard traderId="t" subscription={subscription} now={now} onActivated={onActivated} />)
}

const link = (name: string) => page.getByRole('link', { name, exact: true })
const text = () => document.body.textContent.replaceAll(/\s/g, ' ')

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('trader_last_order')
})

test('without a plan both are offered', async () => {
  show({})
  await expect.element(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
  await expect.element(link('Attiva Basic')).toHaveAttribute('href', '/?view=basic-subscribe')
  await expect.element(link('Attiva Diamond')).toHaveAttribute('href', '/?view=diamond-subscribe')
  await page.getByRole('button', { name: 'Riprova attivazione' }).click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Nessun ordine recente trovato. Se hai pagato, attendi qualche secondo o contattaci.')
  await expect.element(link('contattaci')).toHaveAttribute('href', '/?view=contacts&subject=problemi-pagamento')
})

test('an account with a plan and nothing under way is not asked to retry', async () => {
  show({ basic: until(30), payments: [payment()] })
  await expect.element(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Riprova attivazione' }).elements()).toHaveLength(0)
})

test('Basic says its end, its days and what was paid; the last ten days are a warning', async () => {
  show({ basic: until(8), payments: [payment()] })
  await expect.element(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
  expect(text()).toContain('Scadenza28/11/2026')
  expect(text()).toContain('Ultimo pagamento24,90 USDT')
  await expect.element(page.getByText(/^8\s?giorni$/)).toHaveClass('badge-warn')
  await expect.element(link('Upgrade a Diamond')).toHaveAttribute('href', '/?view=diamond-subscribe')
  await expect.element(link('Estendi Basic')).toHaveAttribute('href', '/?view=basic-subscribe')
})

test('eleven days are no warning', async () => {
  show({ basic: until(11) })
  await expect.element(page.getByText(/^11\s?giorni$/)).not.toHaveClass('badge-warn')
})

test('Diamond says that the time of Basic waits behind it', async () => {
  show({ diamond: until(30), basic: until(45) })
  await expect.element(page.getByText('DIAMOND ATTIVO', { exact: true })).toBeVisible()
  expect(text()).toContain(
    'Il tempo di Basic è in pausa durante Diamond: riparte il 20/12/2026 e dura fino al 04/01/2027.',
  )
  await expect.element(link('Estendi Diamond')).toHaveAttribute('href', '/?view=diamond-subscribe')
  await expect.element(link('Gestisci Vetrina')).toHaveAttribute('href', '/?view=my-showcase')
})

test('a plan that ended says when', async () => {
  show({ basic: until(-3) })
  await expect.element(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
  expect(text()).toContain('Scaduto il17/11/2026')
})

test.each([
  ['Basic', { basic: until(-3) }, ['Rinnova Basic', 'Attiva Diamond']],
  ['Diamond', { diamond: until(-3), basic: until(-3) }, ['Rinnova Diamond', 'Attiva Basic']],
  ['Basic, after Diamond,', { diamond: until(-9), basic: until(-3) }, ['Rinnova Basic', 'Attiva Diamond']],
] as const)('who had %s is offered that first', async (_, plans, names) => {
  show(plans)
  await expect.element(link(names[0])).toHaveClass('btn-primary')
  await expect.element(link(names[1])).not.toHaveClass('btn-primary')
  expect(
    page
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names)
})

test('the three newest payments are shown, all of them on request', async () => {
  const orders = ['A', 'B', 'C', 'D', 'E'].map((letter) => payment({ order_id: `TT-${letter.repeat(26)}` }))
  mount(<OwnPayments payments={orders} />)
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(3)
  await page.getByRole('button', { name: 'Mostra tutti' }).click()
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(5)
  await page.getByRole('button', { name: 'Mostra meno' }).click()
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(3)
})

test('an order whose money is being confirmed comes before a newer one that only waits', async () => {
  const newer = payment({ order_id: `TT-${'B'.repeat(26)}`, plan: 'monthly', status: 'waiting', activated: false })
  show({ payments: [newer, payment({ status: 'confirming', activated: false })] })
  await expect.element(page.getByText('Pagamento in corso.')).toBeVisible()
  expect(text()).toContain('Basic Leaderboard, trimestrale')
  await expect.element(link('Segui il pagamento')).toHaveAttribute('href', `/?view=payment&order=${order}`)
})

test('on a phone the action of a notice stands below its sentence', async () => {
  await page.viewport(360, 640)
  const host = mount(
    <Alert tone="info" lead="Hai un pagamento in corso." action={<button type="button">Segui il pagamento</button>}>
      Diamond, mensile, 24,99 USDT, aperto il 20 novembre 2026 alle 15:42: in attesa del pagamento.
    </Alert>,
  )
  const action = page.getByRole('button', { name: 'Segui il pagamento' })
  await expect.element(action).toBeVisible()
  const sentence = host.querySelector('.alert > div')?.getBoundingClientRect()
  expect(sentence?.width).toBeGreaterThan(250)
  expect(action.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(sentence?.bottom ?? Infinity)
})

test.each([
  ['waiting', 'Pagamento in corso.'],
  ['partially_paid', 'Importo parziale.'],
])('%s leads to the payment', async (status, lead) => {
  show({ payments: [payment({ status, activated: false })] })
  await expect.element(page.getByText(lead)).toBeVisible()
  await expect.element(link('Segui il pagamento')).toHaveAttribute('href', `/?view=payment&order=${order}`)
})

/** The server's two answers to a retry: the order as it is stored, and the provider's answer about it. */
function answers(order: object, checked: object) {
  return vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const body = typeof input === 'string' && input.includes('reconcile') ? checked : order
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
}
const retry = () => page.getByRole('button', { name: 'Riprova attivazione' }).click()

test('a retry that finds no end says the state, and leaves the button', async () => {
  const answering = answers(
    { activated: false, payment_id: '5', status: 'waiting' },
    { activated: false, status: 'confirming' },
  )
  show({ payments: [payment({ status: 'waiting', activated: false })] })
  await retry()
  await expect.element(page.getByRole('status')).toHaveTextContent('Stato attuale: confirming. Riprova tra poco.')
  expect(answering).toHaveBeenCalledTimes(2)
  await expect.element(page.getByRole('button', { name: 'Riprova attivazione' })).toBeEnabled()
})

test('a retry that activates has the dashboard read again', async () => {
  answers({ activated: false, payment_id: '5', status: 'waiting' }, { activated: true, status: 'finished' })
  const onActivated = vi.fn<() => void>()
  show({ payments: [payment({ status: 'waiting', activated: false })], onActivated })
  await retry()
  await expect.poll(() => onActivated.mock.calls.length).toBe(1)
})

test('a retry without a connection says so', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'))
  show({ payments: [payment({ status: 'waiting', activated: false })] })
  await retry()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore nel ripristino attivazione')
})

test('each payment has its state and its page', async () => {
  const other = `TT-${'B'.repeat(26)}`
  mount(<OwnPayments payments={[payment({ order_id: other, status: 'expired', activated: false }), payment()]} />)
  await expect.element(page.getByText('Scaduto', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: `Dettagli dell’ordine ${other}` }))
    .toHaveAttribute('href', `/?view=payment&order=${other}`)
  await expect.element(page.getByText('Attivato', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: `Ricevuta dell’ordine ${order}` }))
    .toHaveAttribute('href', `/?view=receipt&order=${order}`)
})
