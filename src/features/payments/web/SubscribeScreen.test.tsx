import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/token.ts'
import { BasicSubscribeView } from './BasicSubscribeView.tsx'
import { DiamondSubscribeView } from './DiamondSubscribeView.tsx'
import './payments.css'
import { rememberedOrder } from './remembered.ts'
import { buyer, coins, currencies, moreCoins, orderId, plans, recentWith } from './testing/payments.ts'

const create = 'POST /api/crypto/create-payment'
const invoice = 'https://nowpayments.io/payment/?iid=1'
const made = { invoice_url: invoice, order_id: orderId, payment_id: '1' }

beforeEach(() => {
  localStorage.clear()
  writeToken('a-session')
  window.history.replaceState({}, '', '/?view=basic-subscribe')
})
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
  window.history.replaceState({}, '', '/')
})

/** A window as the browser gives it, and what was done with it. */
function allowWindow() {
  const opened = {
    opener: window as unknown,
    document: document.implementation.createHTMLDocument(),
    shown: '',
    isClosed: false,
  }
  const window_ = {
    ...opened,
    location: { replace: (url: string) => (window_.shown = url) },
    close: () => (window_.isClosed = true),
  }
  const open = vi.spyOn(window, 'open').mockImplementation(() => window_ as unknown as Window)
  return { window_, open }
}

interface Scene {
  screen?: 'basic' | 'diamond'
  signedIn?: boolean
  own?: typeof buyer
  offered?: typeof coins | null
  calls?: Parameters<typeof serveCalls>[0]
}

function show({ screen = 'basic', signedIn = true, own = buyer, offered = coins, calls = {} }: Scene = {}) {
  if (!signedIn) writeToken(null)
  const asked = serveCalls({
    'GET /api/plans': () => ({ body: plans }),
    'GET /api/dashboard': () => ({ body: own }),
    'GET /api/crypto/supported-currencies': () =>
      offered === null ? { status: 503, body: { detail: 'Non ora.' } } : { body: currencies(offered) },
    [create]: () => ({ status: 201, body: made }),
    ...calls,
  })
  const seeds: SeededAnswer[] = [{ key: 'GET /api/plans', input: {}, data: plans }]
  mount(screen === 'basic' ? <BasicSubscribeView /> : <DiamondSubscribeView />, { seeds })
  return asked
}

const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const payButton = () => page.getByRole('button', { name: 'Vai al pagamento' })
const posts = (asked: { key: string }[]) => asked.filter(({ key }) => key === create)

describe('plans', () => {
  test('prices and discounts are the price list’s, the year is chosen, the summary adds up', async () => {
    show({ signedIn: false })
    for (const text of ['11,99 USDT', '24,90 USDT', '79,90 USDT', 'Sconto 31%', 'Sconto 44%', 'Un mese alla volta.']) {
      await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect.element(page.getByText(/^Circa 8,30\sUSDT al mese\.$/)).toBeVisible()
    await expect.element(page.getByText(/^Circa 6,66\sUSDT al mese\.$/)).toBeVisible()
    await expect.element(radio('Annuale')).toBeChecked()
    await expect.element(page.getByText('Basic Leaderboard, annuale')).toBeVisible()
    await expect.element(page.getByRole('definition').getByText(/^79,90\sUSDT$/)).toBeVisible()
    await expect
      .element(
        page.getByText(
          'La fattura si apre in una nuova finestra. I pagamenti sono definitivi e non sono previsti rimborsi.',
        ),
      )
      .toBeVisible()
  })

  test('a choice goes into the address, by mouse and by keys', async () => {
    show()
    await radio('Mensile').click()
    await expect.element(radio('Mensile')).toBeChecked()
    expect(new URLSearchParams(window.location.search).get('plan')).toBe('basic_monthly')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(radio('Trimestrale')).toBeChecked()
    await expect.element(radio('Trimestrale')).toHaveFocus()
    await expect.element(page.getByText('Basic Leaderboard, trimestrale')).toBeVisible()
  })

  test('Diamond has its own two plans', async () => {
    window.history.replaceState({}, '', '/?view=diamond-subscribe&plan=monthly')
    show({ screen: 'diamond' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Diamond' })).toBeVisible()
    await expect.element(radio('Mensile')).toBeChecked()
    await expect.element(page.getByText('Sconto 17%')).toBeVisible()
    expect(page.getByRole('radiogroup', { name: 'Piano' }).getByRole('radio').elements()).toHaveLength(2)
  })

  test('a plan that is held moves the expected end, and the sentence says how', async () => {
    const own = { ...buyer, leaderboard_expires: new Date(Date.now() + 10 * 86_400_000).toISOString() }
    show({ own })
    await expect.element(page.getByText(/^Si aggiunge al tempo che hai già: il nuovo periodo inizia il/)).toBeVisible()
  })

  test('a price list that does not come is asked for again', async () => {
    let isUp = false
    serveCalls({
      'GET /api/plans': () => (isUp ? { body: plans } : { status: 503, body: { detail: 'Torno subito.' } }),
      'GET /api/dashboard': () => ({ body: buyer }),
      'GET /api/crypto/supported-currencies': () => ({ body: currencies() }),
    })
    mount(<BasicSubscribeView />)
    await expect.element(page.getByText('Listino non disponibile.')).toBeVisible()
    await expect.element(page.getByText('Torno subito.')).toBeVisible()
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(radio('Annuale')).toBeChecked()
  })
})

describe('coins', () => {
  test('a Tether on the cheapest network is chosen; another choice is kept in the address', async () => {
    show()
    await expect.element(page.getByText('Tether (USDT), BNB Smart Chain (BEP20)')).toBeVisible()
    await radio('Cardano').click()
    await expect.element(radio('Cardano')).toBeChecked()
    expect(new URLSearchParams(window.location.search).get('coin')).toBe('ada')
  })

  test('case 59: what cannot pay the plan cannot be chosen, and says why', async () => {
    window.history.replaceState({}, '', '/?view=basic-subscribe&plan=basic_monthly')
    show()
    await expect.element(radio('Bitcoin')).toBeDisabled()
    await expect.element(page.getByText(/^Non disponibile per questo piano: minimo 12,90\sUSD$/)).toBeVisible()
    await expect.element(radio('Ripple')).toBeEnabled()
  })

  test('a coin that the next plan is too cheap for gives way to one that fits', async () => {
    window.history.replaceState({}, '', '/?view=basic-subscribe&plan=basic_annual&coin=btc')
    show()
    await expect.element(radio('Bitcoin')).toBeChecked()
    await radio('Mensile').click()
    await expect
      .element(page.getByText(/^Bitcoin non è disponibile per questo piano: ora paghi in Tether/))
      .toBeVisible()
    await radio('Annuale').click()
    await expect.element(radio('Bitcoin')).toBeChecked()
  })

  test('a memo is asked for where the address alone is not enough', async () => {
    window.history.replaceState({}, '', '/?view=basic-subscribe&coin=xrp')
    show()
    await expect.element(page.getByText(/^Ripple richiede anche un memo \(tag\)/)).toBeVisible()
  })

  test('many coins: the others open, and are searched', async () => {
    show({ offered: moreCoins })
    expect(radio('Litecoin').elements()).toHaveLength(0)
    await page.getByText('Altre valute (4)').click()
    await expect.element(radio('Litecoin')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca' }).fill('polygon')
    await expect.element(radio('Litecoin')).not.toBeInTheDocument()
    await radio('USD Coin').click()
    await expect.element(page.getByText('USD Coin (USDC), Polygon')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca' }).fill('nessuna così')
    // The chosen one stays in sight.
    await expect.element(radio('USD Coin')).toBeChecked()
  })

  test('without the list the coin is chosen on the invoice’s page, and paying works', async () => {
    const { window_ } = allowWindow()
    const asked = show({ offered: null })
    await expect.element(page.getByText(/^Scegli la valuta nella pagina del pagamento/)).toBeVisible()
    await payButton().click()
    await vi.waitFor(() => expect(window_.shown).toBe(invoice))
    expect(posts(asked)[0]).toMatchObject({ body: { plan: 'basic_annual' } })
    expect(posts(asked)[0]).not.toHaveProperty('body.pay_currency')
  })
})

describe('paying', () => {
  test('the invoice opens in the window of the click, cut off from this page, which goes on to wait', async () => {
    const { window_, open } = allowWindow()
    const asked = show()
    await expect.element(radio('Tether').first()).toBeVisible()
    await payButton().click()
    await vi.waitFor(() => expect(window_.shown).toBe(invoice))
    expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank')
    expect(window_.opener).toBeNull()
    expect(window.location.search).toBe(`?view=payment&order=${orderId}`)
    expect(posts(asked)[0]).toMatchObject({
      body: { user_id: buyer.trader_id, plan: 'basic_annual', email: 'chiara@example.org', pay_currency: 'usdtbsc' },
    })
    expect(posts(asked)[0]).not.toHaveProperty('body.price')
    expect(rememberedOrder(buyer.trader_id)?.order_id).toBe(orderId)
    expect(rememberedOrder('somebody-else')).toBeNull()
  })

  test('case 65: two clicks are one request', async () => {
    const { open } = allowWindow()
    let answer = () => {}
    const asked = show({
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
    await vi.waitFor(() => expect(posts(asked)).toHaveLength(1))
    answer()
    await vi.waitFor(() => expect(window.location.search).toContain('view=payment'))
    expect(posts(asked)).toHaveLength(1)
    expect(open).toHaveBeenCalledOnce()
  })

  test('where the browser blocks the window the order is made all the same', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const asked = show()
    await payButton().click()
    await vi.waitFor(() => expect(window.location.search).toContain(orderId))
    expect(posts(asked)).toHaveLength(1)
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
    ['an answer that is nobody’s', { status: 500, body: 'oops' }, 'Errore nella creazione del pagamento'],
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

  test('a connection that is gone is said to be that', async () => {
    allowWindow()
    show({ calls: { [create]: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await payButton().click()
    await expect.element(page.getByText('Errore di connessione', { exact: true })).toBeVisible()
  })

  test('a visitor is asked to sign in, comes back to the same choice, and no window opens', async () => {
    const { open } = allowWindow()
    window.history.replaceState({}, '', '/?view=basic-subscribe&plan=basic_quarterly&coin=ada')
    const asked = show({ signedIn: false })
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
    expect(posts(asked)).toHaveLength(0)
  })

  test('a session that died meanwhile is asked to sign in too', async () => {
    allowWindow()
    show({ calls: { [create]: () => ({ status: 401, body: { detail: 'Accesso non autorizzato' } }) } })
    await payButton().click()
    await expect.element(page.getByText('Devi essere loggato per effettuare un pagamento')).toBeVisible()
  })

  test('what is under way for this tier is offered, another tier’s and what is over are not', async () => {
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
    await expect
      .element(page.getByRole('link', { name: 'Continua' }))
      .toHaveAttribute('href', `/?view=payment&order=${orderId}`)
  })
})
