import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Receipt } from '../../contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { ReceiptView } from './ReceiptView.tsx'
import { orderId, receipt } from '../testing/payments.ts'

withSheets(paymentsSheet)

beforeEach(() => window.history.replaceState({}, '', `/?view=receipt&order=${orderId}`))
afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState({}, '', '/')
})

function show(answer: () => Receipt | { status: number; body: unknown } = () => receipt) {
  const requests = serveCalls({
    [`GET /api/crypto/receipts/${orderId}`]: () => {
      const given = answer()
      return 'body' in given ? given : { body: given }
    },
  })
  mount(<ReceiptView />)
  return requests
}

test('a receipt names buyer, plan, moment and period, and says that it is no invoice', async () => {
  show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ricevuta di pagamento' })).toBeVisible()
  for (const text of [
    'Chiara Neri',
    '@chiara.neri',
    'chiara@example.org',
    'Basic Leaderboard, annuale',
    '12 mesi',
    'dal 20/11/2026 al 20/11/2027',
    '20/11/2026, 16:58',
    orderId,
    '5261148849',
    'NOWPayments',
  ]) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByText(/^79,912345\sUSDT$/)).toBeVisible()
  await expect.element(page.getByText(/^79,90\sUSDT$/)).toBeVisible()
  await expect.element(page.getByText(/conferma il pagamento e non è una fattura fiscale/)).toBeVisible()
  expect(document.body.textContent).not.toContain('simulato')
})

test('Stampa prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  show()
  await page.getByRole('button', { name: 'Stampa' }).click()
  expect(print).toHaveBeenCalledOnce()
})

test('a simulated payment is marked as one', async () => {
  show(() => ({ ...receipt, provider: 'sandbox' }))
  await expect.element(page.getByText('Pagamento simulato: nessun denaro si è mosso.')).toBeVisible()
})

test('a refund that the provider reports stands on the receipt', async () => {
  show(() => ({ ...receipt, attention: 'refunded' }))
  await expect.element(page.getByText(/^Il fornitore segnala questo pagamento come rimborsato/)).toBeVisible()
})

test('another coin has its symbol; a payment without a number is left out', async () => {
  show(() => ({
    ...receipt,
    coin: { code: 'ltc', symbol: 'LTC', asked: '1', received: '1.00000001' },
    payment_id: null,
  }))
  await expect.element(page.getByText(/^1,00000001\sLTC$/)).toBeVisible()
  expect(page.getByText('5261148849').elements()).toHaveLength(0)
})

test('an order that is not paid, not there or not one’s own has no receipt', async () => {
  show(() => ({ status: 404, body: { detail: 'Ordine non trovato: controlla il numero.' } }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ricevuta non trovata' })).toBeVisible()
})

test('an address without an order requests nothing', async () => {
  window.history.replaceState({}, '', '/?view=receipt')
  const requests = show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ricevuta non trovata' })).toBeVisible()
  expect(requests).toEqual([])
})

test('a failed request is repeated', async () => {
  let isUp = false
  show(() => (isUp ? receipt : { status: 503, body: { detail: 'Torno subito.' } }))
  await expect.element(page.getByText('Torno subito.')).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('Chiara Neri')).toBeVisible()
})
