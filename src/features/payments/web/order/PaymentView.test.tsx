import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteBlocked } from '../invoice-window.ts'
import { withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { rememberOrder } from '../last-order.ts'
import { buyer, orderId, orderWith, reconciled } from '../testing/payments.ts'
import { arrive, leave, reconcile, show, shownText, status } from '../testing/watched.tsx'

withSheets(paymentsSheet)
beforeEach(arrive)
afterEach(leave)

const step = () => document.querySelector('[aria-current="step"]')?.textContent

describe('the texts of each state', () => {
  test('waiting: the invoice, the next check, and the expected end of the plan', async () => {
    show()
    await expect.element(page.getByRole('heading', { level: 1, name: 'In attesa del pagamento' })).toBeVisible()
    expect(step()).toBe('In attesaNessun importo ricevuto, in corso')
    await expect.element(page.getByText(orderId)).toBeVisible()
    await expect.element(page.getByText('Basic Leaderboard, annuale')).toBeVisible()
    await expect.element(page.getByText(/^tra \d+\ss \(1 di 60\)$/)).toBeVisible()
    await expect.element(page.getByText(/Scadenza \d\d\/\d\d\/20\d\d/)).toBeVisible()
    const open = page.getByRole('link', { name: /^Apri il pagamento/ })
    await expect.element(open).toHaveAttribute('href', 'https://nowpayments.io/payment/?iid=4522625843')
    await expect.element(open).toHaveAttribute('target', '_blank')
    await expect.element(open).toHaveAttribute('rel', 'noopener noreferrer')
    expect(page.getByText('La finestra del pagamento è stata bloccata.').elements()).toHaveLength(0)
  })

  test('a blocked window is announced, with the way around it', async () => {
    noteBlocked(orderId)
    show()
    await expect.element(page.getByRole('alert').getByText('La finestra del pagamento è stata bloccata.')).toBeVisible()
    const link = page.getByRole('link', { name: /^Apri il pagamento/ })
    await expect.element(link).toBeVisible()
    const [notice, way] = [page.getByRole('alert').element(), link.element()]
    expect(notice.compareDocumentPosition(way)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    way.addEventListener('click', (event) => event.preventDefault())
    await link.click()
    expect(page.getByText('La finestra del pagamento è stata bloccata.').elements()).toHaveLength(0)
  })

  test('confirming: nothing left to do', async () => {
    const coin = { code: 'usdtbsc', symbol: 'USDT', asked: '79.912345', received: '79.912345' }
    show({
      order: () => orderWith({ status: 'confirming', amount_paid: 79.9, amount_missing: 0, coin, invoice_url: null }),
    })
    await expect.element(page.getByRole('heading', { name: 'Pagamento in conferma' })).toBeVisible()
    expect(step()).toContain('In conferma')
    expect(shownText()).toContain('Non devi fare altro')
    await expect.element(page.getByText(/^79,912345\sUSDT di 79,912345\sUSDT$/)).toBeVisible()
    expect(page.getByRole('link', { name: /^Apri il pagamento/ }).elements()).toHaveLength(0)
  })

  test('case 31: an underpayment is shown with both amounts, and never as active', async () => {
    show({ order: () => orderWith({ status: 'partially_paid', amount_paid: 47.94, amount_missing: 31.96 }) })
    await expect.element(page.getByRole('heading', { name: 'Importo parziale' })).toBeVisible()
    await expect
      .element(
        page.getByText(
          /^Sono arrivati 47,94\sUSDT di 79,90\sUSDT: mancano 31,96\sUSDT\. Il piano non si attiva da solo/,
        ),
      )
      .toBeVisible()
    expect(step()).toMatch(/^In attesa47,94\sUSDT di 79,90\sUSDT/)
    expect(shownText()).not.toContain('Abbonamento attivo')
    expect(shownText()).toContain('Non inviare altro allo stesso indirizzo')
    expect(page.getByRole('link', { name: /^Apri il pagamento/ }).elements()).toHaveLength(0)
  })

  test('an underpayment is shown while it is confirmed, and nothing is ticked as received', async () => {
    show({ order: () => orderWith({ status: 'confirming', amount_paid: 47.94, amount_missing: 31.96 }) })
    await expect.element(page.getByRole('heading', { name: 'Pagamento in conferma' })).toBeVisible()
    await expect.element(page.getByText(/mancano 31,96\sUSDT\. La rete lo sta confermando/)).toBeVisible()
    expect(shownText()).not.toContain('Non devi fare altro')
    expect(shownText()).not.toContain('Importo ricevuto')
    expect(step()).toMatch(/^In attesa47,94\sUSDT di 79,90\sUSDT/)
  })

  test('two short payments: each counts alone, and the sentence says why nothing is active', async () => {
    show({ order: () => orderWith({ status: 'partially_paid', amount_paid: 95.88, amount_missing: 31.96 }) })
    await expect
      .element(page.getByText(/in più pagamenti: ognuno vale da solo, e al più grande mancano 31,96\sUSDT/))
      .toBeVisible()
  })

  test('case 36: a buyer who sent the rest to the same address reads that it is reviewed, and never to pay again', async () => {
    const deposits = [{ code: 'usdtbsc', received: '31.96', usd: 31.96 }]
    const paid = { status: 'partially_paid', amount_paid: 47.94, amount_missing: 31.96 } as const
    show({ order: () => orderWith({ ...paid, attention: 'deposit', deposits }) })
    await expect.element(page.getByRole('heading', { name: 'Lo stiamo verificando' })).toBeVisible()
    await expect
      .element(
        page.getByText(
          /^È arrivato un secondo versamento di 31,96\sUSDT: una persona lo sta verificando\. Non pagare di nuovo/,
        ),
      )
      .toBeVisible()
    expect(page.getByRole('link', { name: /^Apri il pagamento/ }).elements()).toHaveLength(0)
  })

  test.each([
    ['paid_twice', 'Per questo ordine è arrivato anche un altro pagamento'],
    ['refunded', 'Il fornitore segnala questo pagamento come rimborsato'],
    ['extra_refunded', 'Il fornitore segnala rimborsato un pagamento in più'],
  ] as const)('an active order says what came afterwards (%s)', async (attention, sentence) => {
    show({ order: () => orderWith({ status: 'finished', activated: true, amount_missing: 0, attention }) })
    await expect.element(page.getByRole('heading', { name: 'Abbonamento attivo' })).toBeVisible()
    expect(shownText()).toContain(sentence)
    expect(shownText()).not.toContain('Il pagamento è completo')
  })

  test('an order that was closed says so, and leads to a new one', async () => {
    show({ order: () => orderWith({ status: 'expired', attention: 'closed', invoice_url: null }) })
    await expect.element(page.getByRole('heading', { name: 'Ordine chiuso' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Ricomincia' })).toBeVisible()
    expect(shownText()).toContain('Se hai inviato del denaro, scrivici')
  })

  test('the contact, with the order’s number, which can be copied', async () => {
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)))
    show()
    await expect
      .element(page.getByRole('link', { name: 'contattaci' }))
      .toHaveAttribute('href', `/?view=contacts&subject=problemi-pagamento&order=${orderId}`)
    await page.getByRole('button', { name: 'Copia il numero dell’ordine' }).click()
    await expect.poll(() => written).toEqual([orderId])
  })

  test('the title of the page follows the order', async () => {
    show()
    await expect.poll(() => document.title).toBe('In attesa del pagamento · TopTrader')
  })

  test('under review: a person looks at it, and the buyer is not asked to pay again', async () => {
    show({ order: () => orderWith({ status: 'confirming', under_review: true, invoice_url: null, amount_paid: 40 }) })
    await expect.element(page.getByRole('heading', { name: 'Lo stiamo verificando' })).toBeVisible()
    expect(shownText()).toContain('non pagare di nuovo')
    expect(page.getByRole('link', { name: /^Apri il pagamento/ }).elements()).toHaveLength(0)
  })

  test.each([
    ['failed', 'Pagamento non riuscito'],
    ['expired', 'Richiesta scaduta'],
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
    await expect.element(page.getByRole('heading', { name: 'Richiesta non pronta' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Riprova il pagamento' })).toBeVisible()
  })

  test('active on arrival: receipt and dashboard, and no question', async () => {
    const expires = '2027-11-20T15:58:00.000Z'
    show({ order: () => orderWith({ status: 'finished', activated: true, amount_paid: 79.9, expires_at: expires }) })
    await expect.element(page.getByRole('heading', { name: 'Abbonamento attivo' })).toBeVisible()
    await expect.element(page.getByText(/Scadenza 20\/11\/2027/)).toBeVisible()
    expect(document.querySelectorAll('.step-done')).toHaveLength(4)
    await expect
      .element(page.getByRole('link', { name: 'Ricevuta' }))
      .toHaveAttribute('href', `/?view=receipt&order=${orderId}`)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('an invoice address that is none is no link', async () => {
    show({ order: () => orderWith({ invoice_url: 'javascript:alert(1)' }) })
    await expect.element(page.getByRole('heading', { name: 'In attesa del pagamento' })).toBeVisible()
    expect(page.getByRole('link', { name: /^Apri il pagamento/ }).elements()).toHaveLength(0)
  })
})

describe('errors and missing orders', () => {
  test('case 78: another user’s order is not found, and is not requested again', async () => {
    show({ order: () => ({ status: 404, body: { detail: 'Ordine non trovato: controlla il numero.' } }) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ordine non trovato' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Torna alla dashboard' })).toBeVisible()
  })

  test('a failed request is repeated by hand', async () => {
    let isUp = false
    show({ order: () => (isUp ? orderWith() : { status: 503, body: { detail: 'Torno subito.' } }), seeded: false })
    await expect.element(page.getByText('Torno subito.')).toBeVisible()
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByRole('heading', { name: 'In attesa del pagamento' })).toBeVisible()
  })

  test('an address without an order shows the last one of this browser and person, else says that there is none', async () => {
    window.history.replaceState({}, '', '/?view=payment')
    rememberOrder({ order_id: orderId, trader_id: 'somebody-else' })
    show({ seeded: false })
    await expect.element(page.getByText(/^Nessun ordine recente trovato\./)).toBeVisible()
  })

  test('the remembered order is found again', async () => {
    window.history.replaceState({}, '', '/?view=payment')
    rememberOrder({ order_id: orderId, trader_id: buyer.trader_id })
    show({ seeded: false })
    await expect.element(page.getByText(orderId)).toBeVisible()
  })
})

describe('Controlla adesso', () => {
  const check = () => page.getByRole('button', { name: 'Controlla adesso' }).click()

  test('asks the provider and shows the remaining state', async () => {
    const { requests } = show({ calls: { [reconcile]: () => reconciled({}) } })
    await check()
    await expect.element(page.getByText('Stato attuale: waiting.')).toBeVisible()
    await expect.element(page.getByText('Riprova tra poco.')).toBeVisible()
    expect(requests.find(({ key }) => key === reconcile)?.body).toEqual({ order_id: orderId, payment_id: '4522625843' })
  })

  test('the first check moves no button, so that a second press finds the same one', async () => {
    let now = orderWith()
    const checked = orderWith({ checked_at: '2026-11-20T15:40:00.000Z' })
    show({ order: () => now, calls: { [reconcile]: () => ((now = checked), reconciled({})) } })
    const place = () => page.getByRole('button', { name: 'Controlla adesso' }).element().getBoundingClientRect().top
    await expect.element(page.getByText('Ancora nessuna')).toBeVisible()
    const before = place()
    await check()
    await expect.element(page.getByText('Ancora nessuna')).not.toBeInTheDocument()
    expect(place()).toBe(before)
  })

  test('an order that is gone meanwhile', async () => {
    let isGone = false
    show({
      order: () => orderWith(),
      calls: {
        [status]: () =>
          isGone
            ? { status: 404, body: { detail: 'Ordine non trovato: controlla il numero.' } }
            : { body: orderWith() },
      },
    })
    await expect.element(page.getByText(orderId)).toBeVisible()
    isGone = true
    await check()
    await expect.element(page.getByText('Nessun ordine recente trovato.')).toBeVisible()
    await expect.element(page.getByText('Se hai pagato, attendi qualche secondo o contattaci.')).toBeVisible()
  })

  test('a lost connection has its own sentence', async () => {
    show({ calls: { [reconcile]: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await check()
    await expect.element(page.getByText('Errore nel ripristino attivazione')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Controlla adesso' })).not.toHaveAttribute('aria-busy')
  })

  test('a browser that knows it is offline does not leave the button busy, and the next reading removes the error', async () => {
    let isUp = false
    show({
      calls: {
        [reconcile]: () => Promise.reject(new TypeError('Failed to fetch')),
        [status]: () => (isUp ? { body: orderWith() } : Promise.reject(new TypeError('Failed to fetch'))),
      },
    })
    onlineManager.setOnline(false)
    try {
      await check()
      await expect.element(page.getByText('Errore nel ripristino attivazione')).toBeVisible()
      await expect.element(page.getByRole('button', { name: 'Controlla adesso' })).not.toHaveAttribute('aria-busy')
    } finally {
      isUp = true
      onlineManager.setOnline(true)
    }
    await expect.element(page.getByText('Errore nel ripristino attivazione')).not.toBeInTheDocument()
  })

  test('a completed order says so, and offers the way to the dashboard', async () => {
    let order = orderWith()
    show({
      order: () => order,
      calls: {
        [reconcile]: () => {
          order = orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
          return reconciled({ status: 'finished', activated: true })
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
