import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { CryptoList } from './CryptoList.tsx'
import { cryptoDetailOf, dashboardWith, paymentWith } from './testing/answers.ts'
import { payments, rowOf, serve } from './testing/tab.ts'

withSheets(pagesSheet)

startAt('/?view=admin&page=payments')
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

const show = () => mountWithToasts(<CryptoList isCompact={false} counts={dashboardWith().cryptoStatistics} />)
const title = page.getByRole('heading', { name: 'Pagamenti crypto' })

test('shows each state of a payment; reconciling and hiding are offered only where they are possible', async () => {
  const rows = [
    paymentWith(),
    paymentWith({ order_id: 'TT-2', class: 'completed', status: 'finished', activated: true }),
    paymentWith({ order_id: 'TT-3', user_id: null, user_email: null, payment_id: null }),
    paymentWith({ order_id: 'TT-4', class: 'pending', status: 'expired' }),
    paymentWith({ order_id: 'TT-5', class: 'pending', status: 'partially_paid' }),
    paymentWith({
      order_id: 'WP-6',
      is_known: false,
      class: 'pending',
      user_id: null,
      user_email: null,
      review: { code: 'unknown_order', text: 'Denaro per un ordine che non conosciamo.' },
    }),
  ]
  serve({ [payments]: () => ({ body: { payments: rows, total: 6, next_cursor: null } }) })
  show()
  await expect.element(rowOf(/TT-8F3A/).getByText('Da riconciliare')).toBeVisible()
  await expect.element(rowOf(/TT-8F3A/).getByText('79,90')).toBeVisible()
  await expect.element(rowOf(/TT-8F3A/).getByText('Basic annuale')).toBeVisible()
  await expect.element(rowOf(/TT-2/).getByText('Completato')).toBeVisible()
  await expect.element(rowOf(/TT-3/).getByText('Orphan')).toBeVisible()
  await expect.element(rowOf(/TT-4/).getByText('Scaduto')).toBeVisible()
  await expect.element(rowOf(/TT-5/).getByText('In corso')).toBeVisible()
  await expect.element(rowOf(/WP-6/).getByText('Da verificare')).toBeVisible()
  expect(page.getByRole('button', { name: /^Riconcilia/ }).elements()).toHaveLength(1)
  expect(page.getByRole('button', { name: /^Elimina il pagamento/ }).elements()).toHaveLength(4)
})

test('the button to reconcile has one look, whatever arrived', async () => {
  const rows = [paymentWith(), paymentWith({ order_id: 'TT-2', amount_paid: 0, coverage: null })]
  serve({ [payments]: () => ({ body: { payments: rows, total: 2, next_cursor: null } }) })
  show()
  const buttons = page.getByRole('button', { name: /^Riconcilia/ })
  await expect.element(buttons.nth(1)).toBeVisible()
  expect(new Set(buttons.elements().map(({ className }) => className)).size).toBe(1)
})

test('on a phone the part that arrived has its words, beside the name of its column', async () => {
  await page.viewport(360, 640)
  serve({ [payments]: () => ({ body: { payments: [paymentWith({ coverage: 60 })], total: 1, next_cursor: null } }) })
  show()
  const part = rowOf(/TT-8F3A/).getByText('arrivato il 60%')
  await expect.element(part).toBeVisible()
  const price = rowOf(/TT-8F3A/)
    .getByText('79,90')
    .element()
    .getBoundingClientRect()
  const { left, top } = part.element().getBoundingClientRect()
  expect([left, top]).toEqual([price.left, price.bottom])
})

test('reconciles with payment and order id, and reads the lists again', async () => {
  let row = paymentWith()
  const requests = serve({
    [payments]: () => ({ body: { payments: [row], total: 1, next_cursor: null } }),
    'POST /api/crypto/reconcile-payment': () => {
      row = paymentWith({ class: 'completed', status: 'finished', activated: true })
      return {
        body: {
          order_id: row.order_id,
          status: 'finished',
          activated: true,
          expires_at: null,
          message: 'Attivazione completata!',
          checked: true,
        },
      }
    },
  })
  show()
  await page.getByRole('button', { name: /^Riconcilia/ }).click()
  await expect.element(rowOf(/TT-8F3A/).getByText('Completato')).toBeVisible()
  await expect.element(page.getByText('Riconciliato: il piano è attivo.').first()).toBeVisible()
  expect(requests.find((call) => call.key.startsWith('POST'))?.body).toEqual({
    order_id: row.order_id,
    payment_id: '5550001',
  })
})

test('hides a payment after a yes, and takes it back', async () => {
  let isHidden = false
  const id = paymentWith().order_id
  const remove = `DELETE /api/admin/crypto-payments/${id}/delete`
  let refused = true
  const requests = serve({
    [payments]: () => ({
      body: { payments: isHidden ? [] : [paymentWith()], total: isHidden ? 0 : 1, next_cursor: null },
    }),
    [remove]: () => {
      if (refused) {
        refused = false
        throw new TypeError('connection lost')
      }
      isHidden = true
      return { body: { message: 'ok', order_id: id } }
    },
    [`POST /api/admin/crypto-payments/${id}/restore`]: () => {
      isHidden = false
      return { body: { message: 'Pagamento ripristinato.', order_id: id } }
    },
  })
  show()
  await page.getByRole('button', { name: /^Elimina il pagamento/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminare questo pagamento?' })
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect.element(dialog.getByText('Errore di connessione durante eliminazione')).toBeVisible()
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await expect.element(page.getByText('Nessun pagamento.')).toBeVisible()
  await expect.element(title).toHaveFocus()
  await page.getByRole('button', { name: 'Ripristina' }).click()
  await expect.element(rowOf(/TT-8F3A/)).toBeVisible()
  expect(requests.filter((call) => call.key === remove)).toHaveLength(2)
})

test('opens a row to all that is on record, deposits under their payment, and gives an orphan to an account', async () => {
  const orphan = paymentWith({
    user_id: null,
    user_gone: true,
    user_email: null,
    username: null,
    review: { code: 'orphan', text: 'Pagato, ma l’utente non c’è più.' },
  })
  const detail = cryptoDetailOf(orphan)
  const deposits = detail.payments.map((line) => ({
    ...line,
    payment_id: '9002',
    parent_payment_id: '9001',
    review: orphan.review,
  }))
  const requests = serve({
    [payments]: () => ({ body: { payments: [orphan], total: 1, next_cursor: null } }),
    [`GET /api/admin/crypto-payments/${orphan.order_id}`]: () => ({
      body: { ...detail, payments: [...detail.payments, ...deposits] },
    }),
    'POST /api/crypto/reconcile-payment': () => ({
      status: 404,
      body: { detail: 'Utente non trovato: ricarica la pagina.' },
    }),
  })
  show()
  const opener = page.getByRole('button', { name: /^TT-8F3A/ })
  await opener.click()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  // Once for the order, and not again at the payment.
  await expect.element(page.getByText('Pagato, ma l’utente non c’è più.')).toBeVisible()
  await expect.element(page.getByText('Completato (finished)').first()).toBeVisible()
  await expect.element(page.getByText('47,97 di 79,95\u00a0USDT, Tron (TRC20)').first()).toBeVisible()
  await expect.element(page.getByText('In conferma (per il fornitore: confirming)')).toBeVisible()
  await expect.element(page.getByText(/2026.*, denaro in arrivo/).first()).toBeVisible()
  await page.getByText('1 notifica firmata').click()
  await expect
    .element(page.getByText('9001 Visto sulla rete, in conferma (confirming), denaro in arrivo'))
    .toBeVisible()
  await expect.element(page.getByText(/deposito in più di 9001/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: /4522625843/ })).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByLabelText('Email dell’account a cui dare l’ordine').fill('chi@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Errore: Utente non trovato: ricarica la pagina.')).toBeVisible()
  expect(requests.find((call) => call.key.startsWith('POST'))?.body).toEqual({
    order_id: orphan.order_id,
    payment_id: '5550001',
    email: 'chi@example.com',
  })
})

test('marks a payment as reviewed with a note, which takes it off the review list, and undoes it', async () => {
  const review = { code: 'paid_twice', text: 'Pagato due volte.' }
  const open = paymentWith({ class: 'completed', status: 'finished', activated: true, review, review_mark: 'm1' })
  let isReviewed = false
  let refused = true
  const reviewed = { at: open.created_at, by: 'capo', note: 'Rimborsato il secondo.', holds: true }
  const row = () => (isReviewed ? { ...open, reviewed } : open)
  const acknowledge = `/api/admin/crypto-payments/${open.order_id}/acknowledge`
  const requests = serve({
    [payments]: ({ url }) => {
      const shown = isReviewed && url.searchParams.get('filter') === 'review' ? [] : [row()]
      return { body: { payments: shown, total: shown.length, next_cursor: null } }
    },
    [`GET /api/admin/crypto-payments/${open.order_id}`]: () => ({
      body: { payment: row(), payments: [], invoices: [], notifications: [], period: null, next_check_at: null },
    }),
    [`POST ${acknowledge}`]: () => {
      if (refused) {
        refused = false
        return { status: 409, body: { detail: 'Nel frattempo è cambiato qualcosa.' } }
      }
      isReviewed = true
      return { body: { message: 'Segnato come verificato.', order_id: open.order_id } }
    },
    [`DELETE ${acknowledge}`]: () => {
      isReviewed = false
      return { body: { message: 'Di nuovo da verificare.', order_id: open.order_id } }
    },
  })
  show()
  await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('Da verificare (3)')
  await page.getByRole('button', { name: /^TT-8F3A/ }).click()
  await page.getByText('Segna come verificato').first().click()
  const form = page.getByRole('form', { name: 'Segna come verificato' })
  await form.getByRole('button', { name: 'Segna come verificato' }).click()
  await expect.element(form.getByText('Scrivi che cosa hai verificato.')).toBeVisible()
  await form.getByRole('textbox', { name: /^Che cosa hai verificato/ }).fill('Rimborsato il secondo.')
  await form.getByRole('button', { name: 'Segna come verificato' }).click()
  await expect.element(form.getByText('Errore: Nel frattempo è cambiato qualcosa.')).toBeVisible()
  await form.getByRole('button', { name: 'Segna come verificato' }).click()
  await expect.element(page.getByText('Nessun pagamento con questi filtri.')).toBeVisible()
  await expect.element(title).toHaveFocus()
  expect(requests.findLast((call) => call.key.startsWith('POST'))?.body).toEqual({
    note: 'Rimborsato il secondo.',
    seen: 'm1',
  })
  await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('Tutti')
  await page.getByRole('button', { name: /^TT-8F3A/ }).click()
  await expect.element(page.getByText(/da @capo: «Rimborsato il secondo\.»/)).toBeVisible()
  await page.getByRole('button', { name: 'Annulla la verifica' }).last().click()
  await expect.element(rowOf(/TT-8F3A/).getByText('Da verificare')).toBeVisible()
})

test('a hidden order is found among the hidden ones, and shown again', async () => {
  let isHidden = true
  const hidden = paymentWith({ deleted_at: '2026-11-20T16:00:00.000Z', class: 'pending', status: 'waiting' })
  serve({
    [payments]: ({ url }) => {
      const shown = (url.searchParams.get('filter') === 'hidden') === isHidden
      return { body: { payments: shown ? [hidden] : [], total: shown ? 1 : 0, next_cursor: null } }
    },
    [`POST /api/admin/crypto-payments/${hidden.order_id}/restore`]: () => {
      isHidden = false
      return { body: { message: 'Pagamento ripristinato.', order_id: hidden.order_id } }
    },
  })
  show()
  await expect.element(page.getByText('Nessun pagamento.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('Nascosti')
  await expect.element(rowOf(/TT-8F3A/).getByText('Nascosto')).toBeVisible()
  expect(page.getByRole('button', { name: /^Elimina il pagamento/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: /^Ripristina/ }).click()
  await expect.element(page.getByText('Nessun pagamento con questi filtri.')).toBeVisible()
  await expect.element(title).toHaveFocus()
})
