import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from '#web/router.ts'
import { connectToasts } from '#web/toasts.ts'
import { withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { wasBlocked } from '../invoice-window.ts'
import { rememberedOrder } from '../last-order.ts'
import { buyer, orderId, recentWith } from '../testing/payments.ts'
import {
  allowWindow,
  arrive,
  create,
  invoice,
  leave,
  made,
  payButton,
  posts,
  radio,
  show,
} from '../testing/selling.tsx'

withSheets(paymentsSheet)

beforeEach(arrive)
afterEach(leave)

describe('paying', () => {
  test('the invoice opens in the window of the click, cut off from this page, which goes on to wait', async () => {
    const { window_, open } = allowWindow()
    const requests = show()
    await expect.element(radio('Tether').first()).toBeVisible()
    await payButton().click()
    await vi.waitFor(() => expect(window_.shown).toBe(invoice))
    expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank')
    expect(window_.opener).toBeNull()
    expect(window.location.search).toBe(`?view=payment&order=${orderId}`)
    expect(posts(requests)[0]).toMatchObject({
      body: { user_id: buyer.trader_id, plan: 'basic_monthly', email: 'chiara@example.org', pay_currency: 'usdtbsc' },
    })
    expect(posts(requests)[0]).not.toHaveProperty('body.price')
    expect(rememberedOrder(buyer.trader_id)?.order_id).toBe(orderId)
    expect(rememberedOrder('somebody-else')).toBeNull()
  })

  test('case 65: two clicks are one request', async () => {
    const { open } = allowWindow()
    let answer = () => {}
    const requests = show({
      calls: {
        [create]: () => new Promise((resolve) => (answer = () => resolve({ status: 201, body: made }))),
      },
    })
    await expect.element(payButton()).toBeVisible()
    const button = payButton().element() as HTMLElement
    button.click()
    button.click()
    await expect.element(page.getByText('Apertura del pagamento…').first()).toBeVisible()
    await expect.element(radio('Mensile')).toBeDisabled()
    ;(page.getByRole('button', { name: 'Apertura del pagamento…' }).element() as HTMLElement).click()
    await vi.waitFor(() => expect(posts(requests)).toHaveLength(1))
    answer()
    await vi.waitFor(() => expect(window.location.search).toContain('view=payment'))
    expect(posts(requests)).toHaveLength(1)
    expect(open).toHaveBeenCalledOnce()
  })

  test('an order is made even where the browser blocks the window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const requests = show()
    await payButton().click()
    await vi.waitFor(() => expect(window.location.search).toContain(orderId))
    expect(posts(requests)).toHaveLength(1)
    expect(wasBlocked(orderId)).toBe(true)
  })

  test('an address that is no invoice is never opened', async () => {
    const { window_ } = allowWindow()
    show({ calls: { [create]: () => ({ status: 201, body: { ...made, invoice_url: 'javascript:alert(1)' } }) } })
    await payButton().click()
    await expect.element(page.getByText('URL pagamento non disponibile. Riprova tra qualche minuto.')).toBeVisible()
    expect(window_).toMatchObject({ shown: '', isClosed: true })
  })

  test.each([
    [
      'the server’s sentence',
      { status: 502, body: { detail: 'URL pagamento non disponibile. Riprova tra qualche minuto.' } },
      'URL pagamento non disponibile. Riprova tra qualche minuto.',
    ],
    ['an answer that is not JSON', { status: 500, body: 'oops' }, 'Errore nella creazione del pagamento'],
    [
      'a limit',
      { status: 429, body: { detail: 'Troppe richieste. Riprova tra poco.' } },
      'Troppe richieste. Riprova tra poco.',
    ],
  ])('%s stands in the box, the blank window goes, Riprova clears it', async (_, answer, sentence) => {
    const { window_ } = allowWindow()
    show({ calls: { [create]: () => answer } })
    await payButton().click()
    await expect.element(page.getByText('Errore Pagamento')).toBeVisible()
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.poll(() => document.activeElement?.textContent).toContain('Errore Pagamento')
    expect(window_.isClosed).toBe(true)
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByText('Errore Pagamento')).not.toBeInTheDocument()
    await expect.element(payButton()).toHaveFocus()
  })

  test('a lost connection has its own sentence', async () => {
    allowWindow()
    show({ calls: { [create]: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await payButton().click()
    await expect.element(page.getByText('Errore di connessione', { exact: true })).toBeVisible()
  })

  test('a visitor is asked to sign in, comes back to the same choice, and no window opens', async () => {
    const { open } = allowWindow()
    window.history.replaceState({}, '', '/?view=basic-subscribe&plan=basic_quarterly&coin=ada')
    const requests = show({ signedIn: false })
    await payButton().click()
    await expect.element(page.getByText('Devi essere loggato per effettuare un pagamento')).toBeVisible()
    const back = encodeURIComponent('/?view=basic-subscribe&plan=basic_quarterly&coin=ada')
    await expect
      .element(page.getByRole('link', { name: 'Accedi' }))
      .toHaveAttribute('href', `/?view=auth&return=${back}`)
    await expect
      .element(page.getByRole('link', { name: 'Registrati' }))
      .toHaveAttribute('href', `/?view=auth&form=register&return=${back}`)
    expect(open).not.toHaveBeenCalled()
    expect(posts(requests)).toHaveLength(0)
  })

  test('a new order has the account read again: its list shows what is under way', async () => {
    allowWindow()
    let reads = 0
    show({
      calls: {
        'GET /api/dashboard': () => {
          reads += 1
          return { body: buyer }
        },
      },
    })
    await payButton().click()
    await vi.waitFor(() => expect(window.location.search).toContain(orderId))
    await expect.poll(() => reads).toBe(2)
  })

  test('a buyer who left before the answer gets a toast of the failure', async () => {
    const { window_ } = allowWindow()
    const toasts: string[] = []
    onTestFinished(connectToasts(({ text }) => toasts.push(text)))
    let answer = () => {}
    const refused = { status: 502, body: { detail: 'URL pagamento non disponibile. Riprova tra qualche minuto.' } }
    const requests = show({
      calls: { [create]: () => new Promise((resolve) => (answer = () => resolve(refused))) },
    })
    await payButton().click()
    await vi.waitFor(() => expect(posts(requests)).toHaveLength(1))
    navigate('/?view=dashboard')
    answer()
    await expect.poll(() => toasts).toEqual([refused.body.detail])
    expect(window_.isClosed).toBe(true)
  })

  test('an ended session is asked to sign in too', async () => {
    allowWindow()
    show({ calls: { [create]: () => ({ status: 401, body: { detail: 'Accesso non autorizzato' } }) } })
    await payButton().click()
    await expect.element(page.getByText('Devi essere loggato per effettuare un pagamento')).toBeVisible()
  })

  test('a payment under way for this tier is offered, another tier’s and an ended one are not', async () => {
    const own = {
      ...buyer,
      subscription: {
        ...buyer.subscription,
        recent_payments: [
          recentWith({ order_id: 'd', subscription_type: 'diamond', plan: 'annual' }),
          recentWith({ order_id: 'x', status: 'expired' }),
          recentWith({ status: 'partially_paid' }),
        ],
      },
    }
    show({ own })
    await expect.element(page.getByText('Hai un pagamento in corso.')).toBeVisible()
    await expect.element(page.getByText(/importo parziale\.$/)).toBeVisible()
    // It comes with a later answer, so it stands below all that people may be about to press.
    const notice = page.getByText('Hai un pagamento in corso.').element().getBoundingClientRect()
    expect(notice.top).toBeGreaterThan(payButton().element().getBoundingClientRect().bottom)
    await expect
      .element(page.getByRole('link', { name: 'Segui il pagamento' }))
      .toHaveAttribute('href', `/?view=payment&order=${orderId}`)
  })

  const underWay = {
    status: 409,
    body: {
      detail: '11,99 USDT sono già in conferma per Basic Leaderboard, mensile: segui quell’ordine.',
      error_type: 'PAYMENT_UNDER_WAY',
      details: { order_id: 'TT-FIRST', plan: 'basic_monthly', amount_paid: 11.99 },
    },
  }
  const confirming = {
    ...buyer,
    subscription: { ...buyer.subscription, recent_payments: [recentWith({ status: 'confirming' })] },
  }

  test('money in confirmation leads to its page: the question names it, and no window opens', async () => {
    const { open } = allowWindow()
    const requests = show({ own: confirming, calls: { [create]: () => underWay } })
    await expect.element(page.getByText('Hai un pagamento in corso.')).toBeVisible()
    await payButton().click()
    await expect.element(page.getByRole('alertdialog', { name: 'Vuoi pagare di nuovo?' })).toBeVisible()
    await expect.element(page.getByText(/11,99 USDT sono già in conferma/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Segui il pagamento' })).toHaveFocus()
    expect(open).not.toHaveBeenCalled()
    await page.getByRole('button', { name: 'Segui il pagamento' }).click()
    expect(window.location.search).toBe('?view=payment&order=TT-FIRST')
    expect(posts(requests)).toHaveLength(1)
    expect(posts(requests)[0]).not.toHaveProperty('body.pay_again')
  })

  test('a yes pays again in a window of its own click; the question also comes where this page knew of no money', async () => {
    const { window_, open } = allowWindow()
    const requests = show({
      calls: {
        [create]: ({ body }) => ((body as { pay_again?: true }).pay_again ? { status: 201, body: made } : underWay),
      },
    })
    await payButton().click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    expect(window_.isClosed).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(window.location.search).toContain('view=basic-subscribe')
    await payButton().click()
    await page.getByRole('button', { name: 'Paga di nuovo' }).click()
    await vi.waitFor(() => expect(window.location.search).toContain(orderId))
    expect(open).toHaveBeenCalledTimes(3)
    expect(window_.shown).toBe(invoice)
    expect(posts(requests).at(-1)).toMatchObject({ body: { pay_again: true } })
  })
})
