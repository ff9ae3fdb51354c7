import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { DAY_MS } from '#shared/dates.ts'
import { SubscribeView } from './SubscribeView.tsx'
import paymentsSheet from '../payments.css?inline'
import { buyer, currencies, moreCoins, plans } from '../testing/payments.ts'
import { allowWindow, arrive, invoice, leave, payButton, posts, radio, show } from '../testing/selling.tsx'

withSheets(paymentsSheet)

beforeEach(arrive)
afterEach(leave)

describe('plans', () => {
  test('prices and discounts are the price list’s, the month is chosen, the summary adds up', async () => {
    show({ signedIn: false })
    for (const text of ['11,99 USDT', '24,90 USDT', 'Sconto 31%', 'Sconto 44%', 'Un mese alla volta.']) {
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect.element(page.getByText(/^Circa 8,30\sUSDT al mese\.$/)).toBeVisible()
    await expect.element(page.getByText(/^Circa 6,66\sUSDT al mese\.$/)).toBeVisible()
    await expect.element(radio('Mensile')).toBeChecked()
    await expect.element(page.getByText('Basic Leaderboard, mensile')).toBeVisible()
    await expect.element(page.getByRole('definition').getByText(/^11,99\sUSDT$/)).toBeVisible()
    await expect
      .element(
        page.getByText(
          'La pagina di pagamento si apre in una nuova finestra. I pagamenti sono definitivi e non sono previsti rimborsi, salvo i casi di legge.',
        ),
      )
      .toBeVisible()
    await expect.element(page.getByText(/pagando chiedi di non aspettare i 14 giorni del recesso/)).toBeVisible()
    const cases = page.getByRole('link', { name: 'nei casi di legge' })
    await expect.element(cases).toHaveAttribute('href', '/refund/index.html')
  })

  test('a choice goes into the address, by mouse and by keys', async () => {
    show()
    await radio('Trimestrale').click()
    await expect.element(radio('Trimestrale')).toBeChecked()
    expect(new URLSearchParams(window.location.search).get('plan')).toBe('basic_quarterly')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(radio('Annuale')).toBeChecked()
    await expect.element(radio('Annuale')).toHaveFocus()
    await expect.element(page.getByText('Basic Leaderboard, annuale')).toBeVisible()
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
    const own = { ...buyer, leaderboard_expires: new Date(Date.now() + 10 * DAY_MS).toISOString() }
    show({ own })
    await expect.element(page.getByText(/^Si aggiunge al tempo che hai già: il nuovo periodo inizia il/)).toBeVisible()
  })

  test('a price list that does not come is requested again', async () => {
    let isUp = false
    serveCalls({
      'GET /api/plans': () => (isUp ? { body: plans } : { status: 503, body: { detail: 'Torno subito.' } }),
      'GET /api/dashboard': () => ({ body: buyer }),
      'GET /api/crypto/supported-currencies': () => ({ body: currencies() }),
    })
    mount(<SubscribeView />)
    await expect.element(page.getByText('Listino non disponibile.')).toBeVisible()
    await expect.element(page.getByText('Torno subito.')).toBeVisible()
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(radio('Mensile')).toBeChecked()
  })
})

test('a subscription that cannot be read is requested again, and nothing loads for ever meanwhile', async () => {
  let isUp = false
  show({
    calls: {
      'GET /api/dashboard': () => (isUp ? { body: buyer } : { status: 500, body: { detail: 'Torno subito.' } }),
    },
  })
  await expect.element(page.getByText('Il tuo abbonamento non è disponibile.')).toBeVisible()
  await expect.element(page.getByText('Scadenza prevista')).toBeVisible()
  await expect.element(page.getByText('Tether (USDT), BNB Smart Chain (BEP20)')).toBeVisible()
  expect(document.querySelectorAll('.skeleton')).toHaveLength(0)
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('Il tuo abbonamento non è disponibile.')).not.toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('.skeleton').length).toBe(0)
})

describe('coins', () => {
  test('a Tether on the cheapest network is chosen; another choice stands in the address', async () => {
    show()
    await expect.element(page.getByText('Tether (USDT), BNB Smart Chain (BEP20)')).toBeVisible()
    await radio('Cardano').click()
    await expect.element(radio('Cardano')).toBeChecked()
    expect(new URLSearchParams(window.location.search).get('coin')).toBe('ada')
  })

  test('case 59: a coin that cannot pay the plan cannot be chosen, and says why', async () => {
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
    window.history.replaceState({}, '', '/?view=basic-subscribe&plan=basic_annual')
    show({ offered: moreCoins })
    expect(radio('Litecoin').elements()).toHaveLength(0)
    await page.getByText('Altre valute (4)').click()
    await expect.element(radio('Litecoin')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca' }).fill('polygon')
    await expect.element(radio('Litecoin')).not.toBeInTheDocument()
    await radio('USD Coin').click()
    await expect.element(page.getByText('USD Coin (USDC), Polygon')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca' }).fill('nessuna così')
    // The chosen coin stays visible beside the result of the search.
    await expect.element(radio('USD Coin')).toBeChecked()
    await expect.element(page.getByText('Nessuna valuta con questo nome.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca' }).fill('')
    await radio('Bitcoin').click()
    await expect.element(radio('Bitcoin')).toBeChecked()
    await expect.element(radio('Litecoin')).toBeVisible()
  })

  test('each coin is named with its network, each plan with what its button says', async () => {
    show()
    await expect.element(page.getByRole('radio', { name: 'Tether USDT, Tron (TRC20)', exact: true })).not.toBeChecked()
    await expect.element(page.getByRole('radio', { name: 'Mensile Scelto', exact: true })).toBeChecked()
    await expect.element(page.getByRole('radio', { name: 'Annuale Scegli', exact: true })).toBeVisible()
  })

  test('without the list the coin is chosen on the invoice’s page, and paying works', async () => {
    const { window_ } = allowWindow()
    const requests = show({ offered: null })
    await expect.element(page.getByText(/^Scegli la valuta nella pagina del pagamento/)).toBeVisible()
    await payButton().click()
    await vi.waitFor(() => expect(window_.shown).toBe(invoice))
    expect(posts(requests)[0]).toMatchObject({ body: { plan: 'basic_monthly' } })
    expect(posts(requests)[0]).not.toHaveProperty('body.pay_currency')
  })
})
