import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import { keysOf } from '#features/payments/web/admin/testing/tab.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { serve } from '../payments/testing/tab.ts'
import { userWith } from '../users/testing/users.ts'
import { SubscriptionList } from './SubscriptionList.tsx'

withSheets(adminSheet)

afterEach(() => vi.restoreAllMocks())

const user = userWith({
  trader_id: 'u1',
  username: 'sofial',
  display_name: 'Sofia Lombardo',
  email: 'sofia@lombardo.example',
  leaderboard_expires: null,
})
const form = page.getByRole('alertdialog')

test('assigns days of a plan to a searched trader, with the two refusals at their fields', async () => {
  const gone = {
    ...user,
    trader_id: 'u2',
    username: 'sofiav',
    display_name: 'Sofia Vitali',
    deactivated_at: '2026-11-01T10:00:00.000Z',
  }
  const key = 'POST /api/admin/assign-subscription'
  const requests = serve({
    'GET /api/admin/users': ({ url }) => ({
      body: { users: url.searchParams.get('q') === 'sofia' ? [user, gone] : [], total: 1, next_cursor: null },
    }),
    'GET /api/admin/users/u1': () => ({
      body: {
        subscriptions: [{ subscription_id: 's1', subscription_type: 'basic', end_date: '2026-12-10T10:00:00.000Z' }],
      },
    }),
    [key]: () => ({ body: { message: 'ok', new_end_date: '2026-12-20T10:00:00.000Z' } }),
  })
  mount(<SubscriptionList isCompact />)
  const opener = page.getByRole('button', { name: 'Assegna abbonamento' })
  await opener.click()
  await expect.element(form.getByLabelText('Trader')).toHaveFocus()
  await form.getByRole('button', { name: 'Assegna', exact: true }).click()
  await expect.element(form.getByText('Scegli un trader.')).toBeVisible()
  await expect.element(form.getByText('Tipo non valido. Usa "basic" o "diamond"')).toBeVisible()
  await expect
    .element(form.getByText('Durata non valida. Inserisci un numero di giorni', { exact: true }))
    .toBeVisible()
  await expect.element(form.getByLabelText('Trader')).toHaveFocus()
  await form.getByLabelText('Trader').fill('nessuno')
  await expect.element(form.getByText('Nessun trader con questa ricerca.')).toBeVisible()
  await form.getByLabelText('Trader').fill('sofia')
  await expect
    .element(form.getByRole('listitem').filter({ hasText: 'Sofia Vitali' }))
    .toHaveTextContent('Sofia Vitali @sofiavsofia@lombardo.exampleUtente disattivato')
  await expect.element(form.getByRole('button', { name: 'Scegli Sofia Vitali' })).not.toBeInTheDocument()
  // A chosen trader takes the list away, and another choice the name: the keyboard goes on from a field.
  await form.getByRole('button', { name: 'Scegli Sofia Lombardo' }).click()
  await expect.element(form.getByLabelText('Tipo')).toHaveFocus()
  await form.getByRole('button', { name: 'Cambia trader' }).click()
  await expect.element(form.getByLabelText('Trader')).toHaveFocus()
  await form.getByLabelText('Trader').fill('sofia')
  await form.getByRole('button', { name: 'Scegli Sofia Lombardo' }).click()
  await form.getByRole('button', { name: 'Assegna', exact: true }).click()
  await expect.element(form.getByText('Tipo non valido. Usa "basic" o "diamond"')).toBeVisible()
  await expect.element(form.getByLabelText('Tipo')).toHaveFocus()
  await form.getByLabelText('Tipo').selectOptions('diamond')
  await form.getByLabelText('Durata in giorni').fill('trenta')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(form.getByText('Durata non valida. Inserisci un numero di giorni', { exact: true }))
    .toBeVisible()
  expect(requests.filter((call) => call.key === key)).toEqual([])
  await form.getByLabelText('Durata in giorni').fill('30')
  await userEvent.keyboard('{Enter}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(requests.findLast((call) => call.key === key)?.body).toEqual({
    trader_id: 'u1',
    type: 'diamond',
    duration_days: 30,
    seen_end_date: null,
  })
})

test('a repeated assignment after a lost answer acts once, though the form was closed in between', async () => {
  let calls = 0
  serve({
    'GET /api/admin/users': () => ({ body: { users: [user], total: 1, next_cursor: null } }),
    'GET /api/admin/users/u1': () => ({ body: { subscriptions: [] } }),
    'POST /api/admin/assign-subscription': () => {
      calls += 1
      if (calls === 1) throw new TypeError('connection lost')
      return { body: { message: 'ok', new_end_date: '2026-12-20T10:00:00.000Z' } }
    },
  })
  mount(<SubscriptionList isCompact />)
  async function assign() {
    await page.getByRole('button', { name: 'Assegna abbonamento' }).click()
    await form.getByLabelText('Trader').fill('sofia')
    await form.getByRole('button', { name: 'Scegli Sofia Lombardo' }).click()
    await form.getByLabelText('Tipo').selectOptions('basic')
    await form.getByLabelText('Durata in giorni').fill('45')
    await userEvent.keyboard('{Enter}')
  }
  await assign()
  await expect.element(form.getByText('Errore di connessione')).toBeVisible()
  await form.getByRole('button', { name: 'Annulla' }).click()
  for (const times of [2, 3]) {
    await assign()
    await expect.poll(() => keysOf('/assign-subscription')).toHaveLength(times)
    await expect.element(form).not.toBeInTheDocument()
  }
  const [lost, again, another] = keysOf('/assign-subscription')
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)
})

test('an assignment sends the displayed end; after another admin’s change the new one is displayed, and sent next', async () => {
  const key = 'POST /api/admin/assign-subscription'
  const ends = ['2026-12-10T10:00:00.000Z', '2027-01-09T10:00:00.000Z']
  let moved = 0
  const requests = serve({
    'GET /api/admin/users': () => ({ body: { users: [user], total: 1, next_cursor: null } }),
    'GET /api/admin/users/u1': () => ({
      body: { subscriptions: [{ subscription_id: 's1', subscription_type: 'basic', end_date: ends[moved] }] },
    }),
    [key]: ({ body }) => {
      const { seen_end_date: viewed } = body as { seen_end_date: string }
      if (viewed === ends[1]) return { body: { message: 'ok', new_end_date: '2027-02-08T10:00:00.000Z' } }
      moved = 1
      return { status: 409, body: { detail: 'Un altro amministratore…', error_type: 'SUBSCRIPTION_CHANGED' } }
    },
  })
  mount(<SubscriptionList isCompact />)
  await page.getByRole('button', { name: 'Assegna abbonamento' }).click()
  await form.getByLabelText('Trader').fill('sofia')
  await form.getByRole('button', { name: 'Scegli Sofia Lombardo' }).click()
  await form.getByLabelText('Tipo').selectOptions('basic')
  await expect.element(form.getByText('Ora scade il 10/12/2026.')).toBeVisible()
  await form.getByLabelText('Durata in giorni').fill('30')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText('Errore: Un altro amministratore…')).toBeVisible()
  await expect.element(form.getByText('Ora scade il 09/01/2027.')).toBeVisible()
  await form.getByRole('button', { name: 'Assegna', exact: true }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(requests.filter((call) => call.key === key).map(({ body }) => body)).toMatchObject([
    { seen_end_date: ends[0] },
    { seen_end_date: ends[1] },
  ])
})
