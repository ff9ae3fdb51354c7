import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import { keysOf, rowOf } from '#features/payments/web/admin/testing/tab.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mount, mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { SubscriptionList } from './SubscriptionList.tsx'
import { serve, subscriptions, subscriptionWith } from '../payments/testing/tab.ts'

withSheets(adminSheet)

afterEach(() => vi.restoreAllMocks())

test('shows each state of a subscription, and acts only on those that run', async () => {
  const rows = [
    subscriptionWith(),
    subscriptionWith({
      subscription_id: '2',
      trader_display_name: 'Davide Marchetti',
      days_remaining: 4,
      plan_type: 'monthly',
    }),
    subscriptionWith({
      subscription_id: '3',
      trader_display_name: 'Nicolas Berthier',
      days_remaining: -3,
      status: 'expired',
    }),
    subscriptionWith({
      subscription_id: '4',
      trader_display_name: 'Sofia Lombardo',
      status: 'cancelled',
      subscription_type: 'diamond',
      plan_type: 'manual',
    }),
  ]
  serve({ [subscriptions]: () => ({ body: { subscriptions: rows, total: 172, next_cursor: '4' } }) })
  mount(<SubscriptionList isCompact />)
  await expect.element(page.getByText('1–4 di 172')).toBeVisible()
  await expect.element(rowOf(/Luca Bertani/).getByText('8 giorni')).toBeVisible()
  await expect.element(rowOf(/Luca Bertani/).getByText('Attivo')).toBeVisible()
  await expect.element(rowOf(/Luca Bertani/).getByText('Basic trimestrale')).toBeVisible()
  await expect.element(rowOf(/Davide Marchetti/).getByText('4 giorni')).toHaveClass('badge-warn')
  await expect.element(rowOf(/Nicolas Berthier/).getByText('Scaduto')).toBeVisible()
  await expect.element(rowOf(/Sofia Lombardo/).getByText('Annullato')).toBeVisible()
  await expect.element(rowOf(/Sofia Lombardo/).getByText('Diamond assegnato')).toBeVisible()
  expect(page.getByRole('button', { name: /\+1 mese/ }).elements()).toHaveLength(2)
})

const extendKey = 'POST /api/admin/payments/extend/a0000000-0000-4000-8000-000000000001'
const plusOne = () => page.getByRole('button', { name: '+1 mese a Luca Bertani' })
const passDoubleClick = stoppedDoubleClicks()

test('extends once, though the first answer was lost', async () => {
  let calls = 0
  let end = '2026-11-28T10:00:00.000Z'
  const requests = serve({
    // The list changes before the second attempt: the confirmation stays the same.
    [subscriptions]: () => ({
      body: { subscriptions: [subscriptionWith({ end_date: end })], total: 1, next_cursor: null },
    }),
    [extendKey]: () => {
      calls += 1
      end = '2026-12-28T10:00:00.000Z'
      if (calls === 1) throw new TypeError('connection lost')
      return { body: { message: 'ok', new_end_date: end } }
    },
  })
  mountWithToasts(<SubscriptionList isCompact />)
  await plusOne().click()
  const dialog = page.getByRole('alertdialog', { name: 'Estendere Basic di @lucabertani fino al 28/12/2026?' })
  await expect.element(dialog.getByText('Ora scade il 28/11/2026.', { exact: false })).toBeVisible()
  // Added time cannot be removed.
  await expect.element(dialog.getByRole('button', { name: 'Indietro' })).toHaveFocus()
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Estendi di 1 mese' }).click()
  await expect.element(dialog.getByText('Errore di connessione')).toBeVisible()
  await expect.element(page.getByText('28/12/2026', { exact: true })).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Estendi di 1 mese' }).click()
  await expect.element(page.getByText('Abbonamento di @lucabertani esteso: scade il 28/12/2026.').first()).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(plusOne()).toHaveFocus()
  const [first, second, ...more] = keysOf('/extend/')
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(more).toEqual([])
  expect(requests.find((call) => call.key === extendKey)?.body).toEqual({
    months: 1,
    seen_end_date: '2026-11-28T10:00:00.000Z',
  })

  // A second month is requested from the new end on, under a key of its own.
  await expect.element(plusOne()).not.toHaveAttribute('aria-disabled')
  await plusOne().click()
  await passDoubleClick()
  await page
    .getByRole('alertdialog', { name: /fino al 28\/01\/2027/ })
    .getByRole('button', { name: 'Estendi di 1 mese' })
    .click()
  await expect.poll(() => keysOf('/extend/')).toHaveLength(3)
  expect(keysOf('/extend/')[2]).not.toBe(first)
})

test.each([10, 60, 130])('a double click with %i ms in it extends by one month', async (delay) => {
  const requests = serve({ [extendKey]: () => ({ body: { message: 'ok', new_end_date: '2026-12-28T10:00:00.000Z' } }) })
  mount(<SubscriptionList isCompact />)
  await plusOne().dblClick({ delay })
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toBeVisible()
  await passDoubleClick()
  expect(requests.some((call) => call.key === extendKey)).toBe(false)
  await dialog.getByRole('button', { name: 'Estendi di 1 mese' }).dblClick({ delay })
  await expect.element(dialog).not.toBeInTheDocument()
  // A mouse does not wait until a button is enabled.
  await plusOne().dblClick({ delay, force: true })
  await passDoubleClick()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests.filter((call) => call.key === extendKey)).toHaveLength(1)
})

test('twelve months are confirmed first; a cancel changes nothing', async () => {
  const requests = serve({ [extendKey]: () => ({ body: { message: 'ok', new_end_date: '2027-11-28T10:00:00.000Z' } }) })
  mount(<SubscriptionList isCompact />)
  const opener = page.getByRole('button', { name: '+12 mesi a Luca Bertani' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Estendere Basic di @lucabertani fino al 28/11/2027?' })
  await dialog.getByRole('button', { name: 'Indietro' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(requests.some((call) => call.key === extendKey)).toBe(false)
  await opener.click()
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Estendi di 12 mesi' }).click()
  await expect
    .poll(() => requests.find((call) => call.key === extendKey)?.body)
    .toEqual({
      months: 12,
      seen_end_date: '2026-11-28T10:00:00.000Z',
    })
})

test('a deactivated user is marked, and cannot be extended', async () => {
  serve({
    [subscriptions]: () => ({
      body: { subscriptions: [subscriptionWith({ trader_deactivated: true })], total: 1, next_cursor: null },
    }),
  })
  mount(<SubscriptionList isCompact />)
  await expect.element(rowOf(/Luca Bertani/).getByText('Utente disattivato')).toBeVisible()
  await expect.element(plusOne()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Annulla l’abbonamento di Luca Bertani' })).toBeVisible()
})

test('ends a subscription only after a confirmation, by keyboard too; a refusal stays in the dialog', async () => {
  let refused = true
  const key = 'POST /api/admin/payments/cancel/a0000000-0000-4000-8000-000000000001'
  const requests = serve({
    [key]: () => {
      if (!refused) return { body: { message: 'ok', subscription_id: '1', end_date: '2026-11-20T10:00:00.000Z' } }
      refused = false
      return {
        status: 409,
        body: { detail: 'L’abbonamento è già terminato: assegnane uno nuovo.', error_type: 'SUBSCRIPTION_ENDED' },
      }
    },
  })
  mount(<SubscriptionList isCompact />)
  const opener = page.getByRole('button', { name: 'Annulla l’abbonamento di Luca Bertani' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Annullare l’abbonamento?' })
  await expect.element(dialog.getByRole('button', { name: 'Lascia attivo' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(requests.some((call) => call.key === key)).toBe(false)
  await userEvent.keyboard('{Enter}')
  await passDoubleClick()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog.getByText('Errore: L’abbonamento è già terminato: assegnane uno nuovo.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Annulla l’abbonamento' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Luca Bertani', exact: true })).toHaveFocus()
})
