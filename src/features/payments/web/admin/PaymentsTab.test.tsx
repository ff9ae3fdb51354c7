import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '#features/admin/web/admin.css'
import { mount } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { PaymentsTab } from './PaymentsTab.tsx'
import { dashboardWith } from './testing/answers.ts'
import { overview, payments, serve, subscriptions } from './testing/tab.ts'

afterEach(() => vi.restoreAllMocks())

test('says the totals, and what admins have to know', async () => {
  serve({
    [overview]: () => ({
      body: dashboardWith({
        notices: [{ code: 'signatures_refused', tone: 'danger', text: '2 notifiche rifiutate nelle ultime 24 ore.' }],
      }),
    }),
  })
  mount(<PaymentsTab />)
  await expect.element(page.getByText('14.208,40')).toBeVisible()
  await expect.element(page.getByText('386')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Avvisi' }).getByText(/2 notifiche rifiutate/)).toBeVisible()
})

test('cleans up after a yes and says what came of it', async () => {
  const key = 'DELETE /api/admin/payments/cleanup-orphaned'
  const asked = serve({ [key]: () => ({ body: { orphaned_found: 3, orphaned_removed: 1 } }) })
  mount(
    <>
      <PaymentsTab />
      <Toasts />
    </>,
  )
  await page.getByRole('button', { name: 'Pulisci record orfani' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Pulire i record orfani?' })
  await dialog.getByRole('button', { name: 'Pulisci' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked.filter((call) => call.key === key)).toHaveLength(1)
  await expect.element(page.getByText('3 record orfani trovati, 1 rimosso.').first()).toBeVisible()
})

test('says what could not be loaded, in its place, and tries again', async () => {
  let isDown = true
  const down = () => {
    if (isDown) throw new TypeError('connection lost')
    return { body: { payments: [], total: 0, next_cursor: null } }
  }
  serve({
    [payments]: down,
    [subscriptions]: () => ({ status: 403, body: { detail: 'Non hai i permessi per questa operazione.' } }),
  })
  mount(<PaymentsTab />)
  await expect.element(page.getByText('Errore: Non hai i permessi per questa operazione.')).toBeVisible()
  await expect.element(page.getByText('Errore di connessione')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Riprova' }).last().click()
  await expect.element(page.getByText('Nessun pagamento.')).toBeVisible()
})
