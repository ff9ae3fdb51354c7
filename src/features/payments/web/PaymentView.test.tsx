import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PaymentState } from '#features/payments/contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/token.ts'
import { noteBlocked } from './invoice-window.ts'
import './payments.css'
import { PaymentView } from './PaymentView.tsx'
import { rememberOrder } from './remembered.ts'
import { buyer, currencies, orderId, orderWith } from './testing/payments.ts'

const status = `GET /api/crypto/payment-status/${orderId}`
const statusKey = 'GET /api/crypto/payment-status/:order_id'
const reconcile = 'POST /api/crypto/reconcile-payment'
const dashboardKey = 'GET /api/dashboard'

beforeEach(() => {
  localStorage.clear()
  writeToken('a-session')
  window.history.replaceState({}, '', `/?view=payment&order=${orderId}`)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  writeToken(null)
  noteBlocked(null)
  window.history.replaceState({}, '', '/')
})

interface Scene {
  order?: () => PaymentState | { status: number; body: unknown }
  own?: () => typeof buyer
  calls?: Parameters<typeof serveCalls>[0]
  seeded?: boolean
}

const isAnswer = (answer: object): answer is { status: number; body: unknown } => 'body' in answer

function show({ order = () => orderWith(), own = () => buyer, calls = {}, seeded = true }: Scene = {}) {
  const asked = serveCalls({
    [status]: () => {
      const answer = order()
      return isAnswer(answer) ? answer : { body: answer }
    },
    [dashboardKey]: () => ({ body: own() }),
    'GET /api/crypto/supported-currencies': () => ({ body: currencies() }),
    ...calls,
  })
  const first = order()
  const seeds: SeededAnswer[] =
    seeded && !isAnswer(first)
      ? [
          { key: statusKey, input: { params: { order_id: orderId } }, data: first },
          { key: dashboardKey, input: {}, data: own() },
        ]
      : []
  mount(<PaymentView />, { seeds })
  return { asked, count: (key: string) => asked.filter((call) => call.key === key).length }
}

const shownText = () => document.body.textContent
const step = () => document.querySelector('[aria-current="step"]')?.textContent

describe('what each state says', () => {
  test('waiting: where to pay, what is looked at next, when the plan would end', async () => {
    show()
    await expect.element(page.getByRole('heading', { level: 1, name: 'In attesa del pagamento' })).toBeVisible()
    expect(step()).toBe('In attesaNessun importo ricevuto, in corso')
    await expect.element(page.getByText(orderId)).toBeVisible()
    await expect.element(page.getByText('Basic Leaderboard, annuale')).toBeVisible()
    await expect.element(page.getByText(/^tra \d+\ss \(1 di 60\)$/)).toBeVisible()
    await expect.element(page.getByText(/Scadenza \d\d\/\d\d\/20\d\d/)).toBeVisible()
    const open = page.getByRole('link', { name: 'Apri la fattura' })
    await expect.element(open).toHaveAttribute('href', 'https://nowpayments.io/payment/?iid=4522625843')
    await expect.element(open).toHaveAttribute('target', '_blank')
    await expect.element(open).toHaveAttribute('rel', 'noopener noreferrer')
    expect(page.getByText('La finestra della fattura è stata bloccata.').elements()).toHaveLength(0)
  })

  test('a blocked window is told, with the way around it', async () => {
    noteBlocked(orderId)
    show()
    await expect.element(page.getByText('La finestra della fattura è stata bloccata.')).toBeVisible()
  })

  test('confirming: nothing left to do', async () => {
    const coin = { code: 'usdtbsc', asked: '79.912345', received: '79.912345' }
    show({ order: () => orderWith({ status: 'confirming', amount_paid: 79.9, coin, invoice_url: null }) })
    await expect.element(page.getByRole('heading', { name: 'Pagamento in conferma' })).toBeVisible()
    expect(step()).toContain('In conferma')
    await expect.element(page.getByText(/^79,912345\sUSDT di 79,912345\sUSDT$/)).toBeVisible()
    expect(page.getByRole('link', { name: 'Apri la fattura' }).elements()).toHaveLength(0)
  })

  test('case 31: an underpayment is told with both amounts, and never as active', async () => {
    show({ order: () => orderWith({ status: 'partially_paid', amount_paid: 47.94 }) })
    await expect.element(page.getByRole('heading', { name: 'Importo parziale' })).toBeVisible()
    await expect
      .element(page.getByText(/^Sono arrivati 47,94\sUSDT di 79,90\sUSDT: il piano non si attiva da solo\./))
      .toBeVisible()
    expect(step()).toMatch(/^In attesa47,94\sUSDT di 79,90\sUSDT/)
    expect(shownText()).not.toContain('Abbonamento attivo')
  })

  test('under review: a person looks at it, and nobody is asked to pay again', async () => {
    show({ order: () => orderWith({ status: 'confirming', under_review: true, invoice_url: null, amount_paid: 40 }) })
    await expect.element(page.getByRole('heading', { name: 'Lo stiamo verificando' })).toBeVisible()
    expect(shownText()).toContain('non pagare di nuovo')
    expect(page.getByRole('link', { name: 'Apri la fattura' }).elements()).toHaveLength(0)
  })

  test.each([
    ['failed', 'Pagamento non riuscito'],
    ['expired', 'Fattura scaduta'],
  ] as const)('%s: start again with the same plan', async (word, title) => {
    show({ order: () => orderWith({ status: word, invoice_url: null }) })
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Ricomincia' }))
      .toHaveAttribute('href', '/?view=basic-subscribe&plan=basic_annual')
    expect(page.getByText('Prossimo controllo').elements()).toHaveLength(0)
  })

  test('an order whose invoice was never made leads back to paying', async () => {
    show({ order: () => orderWith({ payment_id: null, invoice_url: null }) })
    await expect.element(page.getByRole('heading', { name: 'Fattura non pronta' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Riprova il pagamento' })).toBeVisible()
  })

  test('active on arrival: receipt and dashboard, and no question', async () => {
    const expires = '2027-11-20T15:58:00.000Z'
    show({ order: () => orderWith({ status: 'finished', activated: true, amount_paid: 79.9, expires_at: expires }) })
    await expect.element(page.getByRole('heading', { name: 'Abbonamento attivo' })).toBeVisible()
    await expect.element(page.getByText('Scadenza 20/11/2027')).toBeVisible()
    expect(document.querySelectorAll('.step-done')).toHaveLength(4)
    await expect
      .element(page.getByRole('link', { name: 'Ricevuta' }))
      .toHaveAttribute('href', `/?view=receipt&order=${orderId}`)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('an invoice address that is none is no link', async () => {
    show({ order: () => orderWith({ invoice_url: 'javascript:alert(1)' }) })
    await expect.element(page.getByRole('heading', { name: 'In attesa del pagamento' })).toBeVisible()
    expect(page.getByRole('link', { name: 'Apri la fattura' }).elements()).toHaveLength(0)
  })
})

describe('what is missing', () => {
  test('case 78: an order of somebody else is not found, and is not asked for again', async () => {
    show({ order: () => ({ status: 404, body: { detail: 'Ordine non trovato' } }) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ordine non trovato' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Torna alla dashboard' })).toBeVisible()
  })

  test('a server that fails is asked again by hand', async () => {
    let isUp = false
    show({ order: () => (isUp ? orderWith() : { status: 503, body: { detail: 'Torno subito.' } }), seeded: false })
    await expect.element(page.getByText('Torno subito.')).toBeVisible()
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByRole('heading', { name: 'In attesa del pagamento' })).toBeVisible()
  })

  test('an address without an order shows the last one of this browser and person, else says that there is none', async () => {
    window.history.replaceState({}, '', '/?view=payment')
    const before = { diamond_expires: null, leaderboard_expires: null }
    rememberOrder({ order_id: orderId, trader_id: 'somebody-else', before })
    show({ seeded: false })
    await expect.element(page.getByText(/^Nessun ordine recente trovato\./)).toBeVisible()
  })

  test('the remembered order is found again', async () => {
    window.history.replaceState({}, '', '/?view=payment')
    const before = { diamond_expires: null, leaderboard_expires: null }
    rememberOrder({ order_id: orderId, trader_id: buyer.trader_id, before })
    show({ seeded: false })
    await expect.element(page.getByText(orderId)).toBeVisible()
  })
})

describe('Controlla adesso', () => {
  const answered = (changes: object) => ({
    body: {
      order_id: orderId,
      status: 'waiting',
      activated: false,
      expires_at: null,
      message: '',
      checked: true,
      ...changes,
    },
  })
  const check = () => page.getByRole('button', { name: 'Controlla adesso' }).click()

  test('asks the provider and says the state that is left', async () => {
    const { asked } = show({ calls: { [reconcile]: () => answered({}) } })
    await check()
    await expect.element(page.getByText('Stato attuale: waiting.')).toBeVisible()
    await expect.element(page.getByText('Riprova tra poco.')).toBeVisible()
    expect(asked.find(({ key }) => key === reconcile)?.body).toEqual({ order_id: orderId, payment_id: '4522625843' })
  })

  test('an order that is gone meanwhile', async () => {
    let isGone = false
    show({
      order: () => orderWith(),
      calls: {
        [status]: () => (isGone ? { status: 404, body: { detail: 'Ordine non trovato' } } : { body: orderWith() }),
      },
    })
    await expect.element(page.getByText(orderId)).toBeVisible()
    isGone = true
    await check()
    await expect.element(page.getByText('Nessun ordine recente trovato.')).toBeVisible()
    await expect.element(page.getByText('Se hai pagato, attendi qualche secondo o contattaci.')).toBeVisible()
  })

  test('no connection', async () => {
    show({ calls: { [reconcile]: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await check()
    await expect.element(page.getByText('Errore nel ripristino attivazione')).toBeVisible()
  })

  test('complete: it says so, and the way to the dashboard opens', async () => {
    let order = orderWith()
    show({
      order: () => order,
      calls: {
        [reconcile]: () => {
          order = orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
          return answered({ status: 'finished', activated: true })
        },
      },
    })
    await check()
    await expect.element(page.getByText('Attivazione completata!')).toBeInTheDocument()
    const dialog = page.getByRole('alertdialog', { name: 'Abbonamento attivo' })
    await expect.element(dialog.getByText(/Basic Leaderboard è attivo fino al 20\/11\/2027\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Vai alla dashboard' }).click()
    expect(window.location.search).toBe('?view=dashboard')
  })
})

const later = window.setTimeout
/** React draws between two tasks of the browser, whatever the faked clock says. */
const drawn = async () => {
  await vi.advanceTimersByTimeAsync(50)
  await new Promise((resolve) => later(resolve, 60))
}
const pass = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await drawn()
}

describe('by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
  })

  test('the order is read every 30 seconds; the plans after 10 seconds, then every 30', async () => {
    const { count } = show()
    await drawn()
    const orders = count(status)
    const plans = count(dashboardKey)
    await pass(9_000)
    expect(count(dashboardKey)).toBe(plans)
    await pass(2_000)
    expect(count(dashboardKey)).toBe(plans + 1)
    expect(shownText()).toMatch(/\(2 di 60\)/)
    expect(count(status)).toBe(orders)
    await pass(20_000)
    expect(count(status)).toBe(orders + 1)
    await pass(10_000)
    expect(count(dashboardKey)).toBe(plans + 2)
    await pass(20_000)
    expect(count(status)).toBe(orders + 2)
  })

  test('after 60 checks it ends, says so, and goes on where that is wanted', async () => {
    const { count } = show()
    await drawn()
    for (let check = 0; check < 60; check += 1) await vi.advanceTimersByTimeAsync(30_000)
    await drawn()
    expect(shownText()).toContain('Il monitoraggio è terminato.')
    expect(shownText()).not.toContain('Prossimo controllo')
    const [orders, plans] = [count(status), count(dashboardKey)]
    await pass(300_000)
    expect([count(status), count(dashboardKey)]).toEqual([orders, plans])
    await page.getByRole('button', { name: 'Riprendi' }).click()
    await pass(1_000)
    expect(count(dashboardKey)).toBe(plans + 1)
    expect(shownText()).not.toContain('Il monitoraggio è terminato.')
    await pass(30_000)
    expect(count(status)).toBeGreaterThan(orders)
  })

  test('an activated order ends the watch with the news', async () => {
    let order = orderWith()
    const { count } = show({ order: () => order })
    await drawn()
    order = orderWith({ status: 'confirmed', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
    await pass(31_000)
    expect(document.querySelector('dialog[open]')?.textContent).toContain('attivo fino al 20/11/2027.')
    const orders = count(status)
    await pass(120_000)
    expect(count(status)).toBe(orders)
  })

  test('a later end of the plan is news too, whoever gave it; an end that was there before is none', async () => {
    let own = { ...buyer, leaderboard_expires: '2026-12-01T10:00:00.000Z' as string | null }
    show({ own: () => own as typeof buyer })
    await pass(11_000)
    expect(document.querySelector('dialog')).toBeNull()
    own = { ...own, leaderboard_expires: '2027-12-01T10:00:00.000Z' }
    await pass(30_000)
    expect(document.querySelector('dialog[open]')?.textContent).toContain('attivo fino al 01/12/2027.')
  })

  test('a hidden tab asks for nothing, and asks at once when it is seen again', async () => {
    const { count } = show()
    await drawn()
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await drawn()
    const [orders, plans] = [count(status), count(dashboardKey)]
    await pass(200_000)
    expect([count(status), count(dashboardKey)]).toEqual([orders, plans])
    visible.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await pass(200)
    expect(count(status)).toBe(orders + 1)
    expect(count(dashboardKey)).toBeGreaterThan(plans)
    expect(shownText()).toMatch(/\(2 di 60\)/)
  })

  test('a connection that is gone is told above what was read last, and its return too', async () => {
    let isUp = true
    show({
      calls: {
        [status]: () => (isUp ? { body: orderWith() } : Promise.reject(new TypeError('Failed to fetch'))),
      },
    })
    await drawn()
    isUp = false
    await pass(31_000)
    expect(shownText()).toContain('Connessione assente.')
    expect(shownText()).toContain('In attesa del pagamento')
    isUp = true
    await pass(30_000)
    expect(shownText()).not.toContain('Connessione assente.')
  })

  test('the seconds are said to nobody who listens; a new state is, once', async () => {
    let order = orderWith()
    show({ order: () => order })
    await drawn()
    const region = document.querySelector('main output')
    const changes: string[] = []
    const observer = new MutationObserver(() => changes.push(region?.textContent ?? ''))
    observer.observe(region!, { childList: true, characterData: true, subtree: true })
    await pass(29_000)
    expect(changes).toEqual([])
    order = orderWith({ status: 'confirming', amount_paid: 79.9 })
    await pass(40_000)
    observer.disconnect()
    expect(new Set(changes).size).toBe(1)
    expect(changes[0]).toMatch(/^Pagamento in conferma\. /)
  })
})
