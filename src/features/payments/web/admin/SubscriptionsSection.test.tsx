import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#features/admin/web/admin.css'
import { mount } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { PaymentsTab } from './PaymentsTab.tsx'
import { subscriptionWith } from './testing/answers.ts'
import { rowOf, serve, subscriptions } from './testing/tab.ts'

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
  mount(<PaymentsTab />)
  await expect.element(page.getByText('4 di 172').first()).toBeVisible()
  await expect.element(rowOf(/Luca Bertani/).getByText('8 giorni')).toBeVisible()
  await expect.element(rowOf(/Luca Bertani/).getByText('Basic trimestrale')).toBeVisible()
  await expect.element(rowOf(/Davide Marchetti/).getByText('4 giorni')).toHaveClass('badge-warn')
  await expect.element(rowOf(/Nicolas Berthier/).getByText('Scaduto')).toBeVisible()
  await expect.element(rowOf(/Sofia Lombardo/).getByText('Annullato')).toBeVisible()
  await expect.element(rowOf(/Sofia Lombardo/).getByText('Diamond assegnato')).toBeVisible()
  expect(page.getByRole('button', { name: /\+1 mese/ }).elements()).toHaveLength(2)
})

test('prolongs once, though the first answer was lost', async () => {
  const keys: (string | null)[] = []
  let lost = true
  const key = 'POST /api/admin/payments/extend/a0000000-0000-4000-8000-000000000001'
  const asked = serve({
    [key]: () => {
      if (!lost) return { body: { message: 'ok', new_end_date: '2026-12-28T10:00:00.000Z' } }
      lost = false
      throw new TypeError('connection lost')
    },
  })
  const fetched = vi.mocked(window.fetch)
  mount(
    <>
      <PaymentsTab />
      <Toasts />
    </>,
  )
  const button = page.getByRole('button', { name: '+1 mese a Luca Bertani' })
  await button.click()
  await expect.poll(() => asked.filter((call) => call.key === key)).toHaveLength(1)
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await button.click()
  await expect.poll(() => asked.filter((call) => call.key === key)).toHaveLength(2)
  for (const [address, init] of fetched.mock.calls) {
    if (typeof address === 'string' && address.includes('/extend/'))
      keys.push(new Headers(init?.headers).get('idempotency-key'))
  }
  await expect.element(page.getByText('Errore di connessione').first()).toBeVisible()
  await expect
    .element(page.getByText('Abbonamento di @lucabertani prolungato: scade il 28/12/2026.').first())
    .toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(asked.find((call) => call.key === key)?.body).toEqual({ months: 1 })
})

test('ends a subscription only after a yes, by keyboard too; a refusal stays in the question', async () => {
  let refused = true
  const key = 'POST /api/admin/payments/cancel/a0000000-0000-4000-8000-000000000001'
  const asked = serve({
    [key]: () => {
      if (!refused) return { body: { message: 'ok', subscription_id: '1', end_date: '2026-11-20T10:00:00.000Z' } }
      refused = false
      return { status: 409, body: { detail: 'L’abbonamento è già terminato.', error_type: 'SUBSCRIPTION_ENDED' } }
    },
  })
  mount(<PaymentsTab />)
  const opener = page.getByRole('button', { name: 'Annulla l’abbonamento di Luca Bertani' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Annullare l’abbonamento?' })
  await expect.element(dialog.getByRole('button', { name: 'Lascia attivo' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(asked.some((call) => call.key === key)).toBe(false)
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog.getByText('Errore: L’abbonamento è già terminato.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Annulla l’abbonamento' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Abbonamenti' })).toHaveFocus()
})

test('assigns days of a plan to a trader who is searched, with the two refusals in their places', async () => {
  const user = { trader_id: 'u1', username: 'sofial', display_name: 'Sofia Lombardo', email: 'sofia@lombardo.example' }
  const key = 'POST /api/admin/assign-subscription'
  const asked = serve({
    'GET /api/admin/users': ({ url }) => ({
      body: { users: url.searchParams.get('q') === 'sofia' ? [user] : [], total: 1, next_cursor: null },
    }),
    [key]: ({ body }) => {
      const { type, duration_days: days } = body as { type: string; duration_days: unknown }
      if (type === '') {
        return {
          status: 422,
          body: { detail: 'Tipo non valido. Usa "basic" o "diamond"', error_type: 'SUBSCRIPTION_TYPE_INVALID' },
        }
      }
      if (days !== 30) {
        return {
          status: 422,
          body: {
            detail: 'Durata non valida. Inserisci un numero di giorni',
            error_type: 'SUBSCRIPTION_DURATION_INVALID',
          },
        }
      }
      return { body: { message: 'ok', new_end_date: '2026-12-20T10:00:00.000Z' } }
    },
  })
  mount(<PaymentsTab />)
  const opener = page.getByRole('button', { name: 'Assegna abbonamento' })
  await opener.click()
  const form = page.getByRole('form', { name: 'Assegna abbonamento' })
  await expect.element(form.getByLabelText('Trader')).toHaveFocus()
  await form.getByRole('button', { name: 'Assegna' }).click()
  await expect.element(form.getByText('Scegli un trader.')).toBeVisible()
  await form.getByLabelText('Trader').fill('nessuno')
  await expect.element(form.getByText('Nessun trader con questa ricerca.')).toBeVisible()
  await form.getByLabelText('Trader').fill('sofia')
  await form.getByRole('button', { name: 'Scegli Sofia Lombardo' }).click()
  await form.getByRole('button', { name: 'Assegna' }).click()
  await expect.element(form.getByText('Tipo non valido. Usa "basic" o "diamond"')).toBeVisible()
  await expect.element(form.getByLabelText('Tipo')).toHaveFocus()
  await form.getByLabelText('Tipo').selectOptions('diamond')
  await form.getByLabelText('Durata in giorni').fill('trenta')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText('Durata non valida. Inserisci un numero di giorni')).toBeVisible()
  await form.getByLabelText('Durata in giorni').fill('30')
  await userEvent.keyboard('{Enter}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(asked.findLast((call) => call.key === key)?.body).toEqual({
    trader_id: 'u1',
    type: 'diamond',
    duration_days: 30,
  })
})
