import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { dashboardWith, paymentWith } from '#features/payments/web/admin/testing/answers.ts'
import { overview, payments, rowOf } from '#features/payments/web/admin/testing/tab.ts'
import { navigate } from '#web/router.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { PaymentsPage } from './PaymentsPage.tsx'
import { serve, subscriptions, subscriptionWith } from './testing/tab.ts'

withSheets(pagesSheet)

const base = '/?view=admin&page=payments'
const passDoubleClick = stoppedDoubleClicks()
startAt(base)
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

const show = () =>
  mount(
    <main id="contenuto">
      <PaymentsPage />
      <Toasts />
    </main>,
  )
const orderPath = '/api/admin/crypto-payments/TT-8F3A0000000000000000000001'
const detailKey = `GET ${orderPath}`
const subscriptionId = 'a0000000-0000-4000-8000-000000000001'
const callsOf = (requests: ReturnType<typeof serve>, key: string) => requests.filter((call) => call.key === key)
const lastQuery = (queries: string[]) => new URLSearchParams(queries.at(-1))

test('figures, notices and both lists in one address each', async () => {
  const { cryptoStatistics } = dashboardWith()
  serve({
    [overview]: () => ({
      body: dashboardWith({
        cryptoStatistics: { ...cryptoStatistics, total_refunded: 51.5 },
        notices: [{ code: 'provider_away', tone: 'warn', text: 'Il fornitore non risponde da 10 minuti.' }],
      }),
    }),
  })
  show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Pagamenti crypto' })).toBeVisible()
  await expect.element(page.getByText('14.208,40')).toBeVisible()
  const figures = [...document.querySelectorAll('.kpi')].map((kpi) => kpi.textContent)
  expect(figures).toEqual(expect.arrayContaining(['Ricavi senza rimborsi, USDT14.208,40', 'Rimborsati, USDT51,50']))
  await expect.element(page.getByRole('list', { name: 'Avvisi' }).getByText(/non risponde/)).toBeVisible()
  await page.getByRole('link', { name: 'Abbonamenti' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Abbonamenti' })
  await expect.element(title).toHaveFocus()
  expect(location.search).toBe('?view=admin&page=payments&list=subscriptions')
  await expect.element(page.getByRole('link', { name: 'Abbonamenti' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByText('14.208,40')).toBeVisible()
  history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Pagamenti crypto' })).toBeVisible()
})

test('search, filters, order and page stand in the address and go to the call', async () => {
  const queries: string[] = []
  serve({
    [payments]: ({ url }) => {
      queries.push(url.search)
      return { body: { payments: [paymentWith()], total: 60, next_cursor: null } }
    },
  })
  show()
  await expect.element(page.getByText('60 risultati, da 1 a 1')).toBeVisible()
  await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('Da verificare (3)')
  await page.getByRole('combobox', { name: 'Stato' }).selectOptions('In conferma')
  await page.getByRole('combobox', { name: 'Piano' }).selectOptions('Diamond annuale')
  await page.getByRole('textbox', { name: 'Dal (UTC)' }).fill('2026-11-01')
  await page.getByRole('searchbox').fill('galli')
  await expect.poll(() => lastQuery(queries).get('q')).toBe('galli')
  await page.getByRole('link', { name: 'USDT' }).click()
  await expect.poll(() => lastQuery(queries).get('sort_by')).toBe('amount')
  await page.getByRole('link', { name: 'Pagina 2' }).click()
  await expect.poll(() => lastQuery(queries).get('page')).toBe('2')
  const filters = {
    filter: 'review',
    status: 'confirming',
    plan: 'annual',
    from: '2026-11-01',
    q: 'galli',
    order: 'desc',
  }
  expect(Object.fromEntries(lastQuery(queries))).toMatchObject({ ...filters, limit: '25' })
  const address = Object.fromEntries(new URLSearchParams(location.search))
  expect(address).toMatchObject({ view: 'admin', page: 'payments', p: '2', sort_by: 'amount', ...filters })
})

test('by keyboard alone: a row opens to its details and actions, is hidden, and is restored', async () => {
  let isHidden = false
  const order = paymentWith()
  const requests = serve({
    [payments]: () => ({
      body: { payments: isHidden ? [] : [order], total: isHidden ? 0 : 1, next_cursor: null },
    }),
    [detailKey]: () => ({
      body: { payment: order, payments: [], invoices: [], notifications: [], period: null, next_check_at: null },
    }),
    [`DELETE ${orderPath}/delete`]: () => {
      isHidden = true
      return { body: { message: 'Pagamento eliminato dall’elenco.', order_id: order.order_id } }
    },
    [`POST ${orderPath}/restore`]: () => {
      isHidden = false
      return { body: { message: 'Pagamento ripristinato.', order_id: order.order_id } }
    },
  })
  show()
  await expect.element(rowOf(/tommaso@galli/)).toBeVisible()
  await userEvent.keyboard('j')
  const opener = page.getByRole('button', { name: 'TT-8F3A00…0001' })
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Il fornitore non conosce ancora nessun pagamento.')).toBeVisible()
  expect(new URLSearchParams(location.search).get('open')).toBe(order.order_id)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: /Riconcilia TT/ })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  const dialog = page.getByRole('alertdialog', { name: 'Eliminare questo pagamento?' })
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect.element(page.getByText('Nessun pagamento.')).toBeVisible()
  await page.getByRole('button', { name: 'Ripristina' }).click()
  await expect.element(rowOf(/tommaso@galli/)).toBeVisible()
  expect(callsOf(requests, `POST ${orderPath}/restore`)).toHaveLength(1)
})

test('a subscription is extended from its row, from the displayed end on; another admin’s change is reported', async () => {
  navigate(`${base}&list=subscriptions`)
  const key = `POST /api/admin/payments/extend/${subscriptionId}`
  const refusal =
    'Un altro amministratore ha appena cambiato questo abbonamento: chiudi, guarda la nuova scadenza e ripeti.'
  let end = '2026-11-28T10:00:00.000Z'
  const requests = serve({
    [subscriptions]: () => ({
      body: { subscriptions: [subscriptionWith({ end_date: end })], total: 1, next_cursor: null },
    }),
    [key]: () => {
      end = '2026-12-28T10:00:00.000Z'
      return { status: 409, body: { detail: refusal, error_type: 'SUBSCRIPTION_CHANGED' } }
    },
  })
  show()
  await page.getByRole('button', { name: 'Luca Bertani', exact: true }).click()
  await expect.element(page.getByRole('link', { name: 'Scheda utente' })).toBeVisible()
  await page.getByRole('button', { name: '+12 mesi a Luca Bertani' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Estendere Basic di @lucabertani fino al 28/11/2027?' })
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Estendi di 12 mesi' }).click()
  await expect.element(dialog.getByText(`Errore: ${refusal}`)).toBeVisible()
  expect(callsOf(requests, key)[0]?.body).toEqual({ months: 12, seen_end_date: '2026-11-28T10:00:00.000Z' })
  await dialog.getByRole('button', { name: 'Indietro' }).click()
  await expect.element(rowOf(/28\/12\/2026/)).toBeVisible()
})

test('an ended subscription has no actions, and the focus stays at its row', async () => {
  navigate(`${base}&list=subscriptions`)
  let status: 'active' | 'cancelled' = 'active'
  serve({
    [subscriptions]: () => ({ body: { subscriptions: [subscriptionWith({ status })], total: 1, next_cursor: null } }),
    [`POST /api/admin/payments/cancel/${subscriptionId}`]: () => {
      status = 'cancelled'
      return { body: { message: 'x', subscription_id: 'x', end_date: '2026-11-20T10:00:00.000Z' } }
    },
  })
  show()
  await page.getByRole('button', { name: 'Luca Bertani', exact: true }).click()
  await page.getByRole('button', { name: 'Annulla l’abbonamento di Luca Bertani' }).click()
  await passDoubleClick()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annulla l’abbonamento' }).click()
  await expect.element(page.getByRole('table').getByText('Annullato')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Luca Bertani', exact: true })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: /\+1 mese/ })).not.toBeInTheDocument()
})

test('an error stands in the list’s place and can be tried again; an invalid period is reported', async () => {
  let isDown = true
  serve({
    [payments]: () => {
      if (isDown) throw new TypeError('connection lost')
      return { status: 422, body: { detail: 'Il primo giorno viene dopo l’ultimo: scambiali.' } }
    },
  })
  show()
  await expect.element(page.getByText('Errore caricamento pagamenti.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText(/Il primo giorno viene dopo l’ultimo/)).toBeVisible()
})

test.each([
  ['payments', 1440],
  ['payments', 390],
  ['payments&list=subscriptions', 1440],
  ['payments&list=subscriptions', 390],
])('%s at %i px: nothing is wider than the screen, a row open', async (name, width) => {
  navigate(`/?view=admin&page=${name}`)
  await page.viewport(width, 900)
  const order = paymentWith({ review: { code: 'paid_twice', text: 'Pagato due volte.' }, review_mark: 'm' })
  serve({
    [payments]: () => ({
      body: { payments: [order, paymentWith({ order_id: 'TT-2', user_id: null })], total: 60, next_cursor: null },
    }),
    [detailKey]: () => ({
      body: { payment: order, payments: [], invoices: [], notifications: [], period: null, next_check_at: null },
    }),
  })
  show()
  await page
    .getByRole('button', { expanded: false })
    .and(page.getByRole('rowheader').getByRole('button'))
    .first()
    .click()
  await expect.element(page.getByRole('region', { name: /^Dettagli/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('an extended subscription leaves the list of those about to end, and the focus moves to the title', async () => {
  let isProlonged = false
  serve({
    [subscriptions]: ({ url }) => {
      const isEnding = url.searchParams.get('filter') === 'ending'
      const rows = isEnding ? (isProlonged ? [] : [subscriptionWith({ days_remaining: 2 })]) : [subscriptionWith()]
      return { body: { subscriptions: rows, total: rows.length, next_cursor: null } }
    },
    [`POST /api/admin/payments/extend/${subscriptionId}`]: () => {
      isProlonged = true
      return { body: { message: 'ok', new_end_date: '2026-12-28T10:00:00.000Z' } }
    },
  })
  navigate(`${base}&list=subscriptions`)
  show()
  await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('In scadenza (7 giorni)')
  await expect.element(rowOf(/Luca Bertani/).getByText('2 giorni')).toHaveClass('badge-warn')
  await page.getByRole('button', { name: '+1 mese a Luca Bertani' }).click()
  await passDoubleClick()
  await page.getByRole('button', { name: 'Estendi di 1 mese' }).click()
  await expect.element(page.getByText('Nessun abbonamento con questi filtri.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Abbonamenti' })).toHaveFocus()
})
