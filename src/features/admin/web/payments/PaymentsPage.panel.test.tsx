import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import { paymentWith } from '#features/payments/web/admin/testing/answers.ts'
import { payments } from '#features/payments/web/admin/testing/tab.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { PaymentsPage } from './PaymentsPage.tsx'
import { serve, subscriptions, subscriptionWith } from './testing/tab.ts'

withSheets(adminSheet)

const base = '/?view=admin&page=payments'
startAt(base)
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

const showPanel = () => mountWithToasts(<PaymentsPage isCompact />)

test('the panel shows the first rows of both lists without filters, each with a link to its page', async () => {
  const limits: string[] = []
  serve({
    [subscriptions]: ({ url }) => {
      limits.push(`subscriptions ${url.searchParams.get('limit')}`)
      return { body: { subscriptions: [subscriptionWith()], total: 172, next_cursor: null } }
    },
    [payments]: ({ url }) => {
      limits.push(`payments ${url.searchParams.get('limit')}`)
      return { body: { payments: [paymentWith()], total: 386, next_cursor: null } }
    },
  })
  showPanel()
  await expect.element(page.getByText('14.208,40')).toBeVisible()
  await expect.element(page.getByText('1–1 di 172')).toBeVisible()
  await expect.element(page.getByText('1–1 di 386')).toBeVisible()
  expect(limits.toSorted()).toEqual(['payments 20', 'subscriptions 10'])
  expect(page.getByRole('combobox').elements()).toHaveLength(0)
  await expect
    .element(page.getByRole('link', { name: 'Vedi tutti (Abbonamenti)' }))
    .toHaveAttribute('href', `${base}&list=subscriptions`)
  await page.getByRole('searchbox', { name: 'Cerca ordine, email o username' }).fill('galli')
  await expect
    .element(page.getByRole('link', { name: 'Vedi tutti (Pagamenti crypto)' }))
    .toHaveAttribute('href', `${base}&q=galli`)
  expect(location.search).toBe('?view=admin&page=payments')
})

test('cleans up after a confirmation and reports the result', async () => {
  const key = 'DELETE /api/admin/payments/cleanup-orphaned'
  const requests = serve({ [key]: () => ({ body: { orphaned_found: 3, orphaned_removed: 1 } }) })
  showPanel()
  await page.getByRole('button', { name: 'Pulisci record orfani' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Pulire i record orfani?' })
  await dialog.getByRole('button', { name: 'Pulisci' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests.filter((call) => call.key === key)).toHaveLength(1)
  await expect.element(page.getByText(/3 record orfani trovati, 1 rimosso\./).first()).toBeVisible()
})

test('a part that failed to load says so in its place, and can be tried again', async () => {
  let isDown = true
  const down = () => {
    if (isDown) throw new TypeError('connection lost')
    return { body: { payments: [], total: 0, next_cursor: null } }
  }
  serve({
    [payments]: down,
    [subscriptions]: () => ({
      status: 403,
      body: { detail: 'Non hai i permessi per questa operazione: accedi con un account che li ha.' },
    }),
  })
  showPanel()
  await expect.element(page.getByText('Errore caricamento abbonamenti.')).toBeVisible()
  await expect
    .element(page.getByText('Non hai i permessi per questa operazione: accedi con un account che li ha.'))
    .toBeVisible()
  await expect.element(page.getByText('Errore caricamento pagamenti.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Riprova' }).last().click()
  await expect.element(page.getByText('Nessun pagamento.')).toBeVisible()
})

test('shows the unsent messages in full, page by page', async () => {
  const message = (id: string, kind: 'mail' | 'admin_alert') => ({
    message_id: id,
    kind,
    recipient: kind === 'mail' ? 'luca@bertani.example' : null,
    subject: `TopTrader: ${id}`,
    body: `Ciao,\nordine ${id}`,
    created_at: '2026-11-20T15:00:00.000Z',
    attempts: kind === 'mail' ? 2 : 0,
    last_error: kind === 'mail' ? 'ECONNREFUSED' : null,
  })
  serve({
    'GET /api/dashboard': () => ({ body: { admin: { unsent_count: 2 } } }),
    'GET /api/admin/outbox': ({ url }) => ({
      body: url.searchParams.has('cursor')
        ? { messages: [message('second', 'admin_alert')], total: 2, next_cursor: null, sends: false }
        : { messages: [message('first', 'mail')], total: 2, next_cursor: 'c1', sends: false },
    }),
  })
  showPanel()
  await page.getByText('Messaggi in attesa: 2').click()
  const list = page.getByRole('list', { name: 'Messaggi in attesa' })
  await list.getByText('TopTrader: first').click()
  await expect.element(list.getByText(/A luca@bertani\.example/)).toBeVisible()
  await expect.element(list.getByText(/ordine first/)).toBeVisible()
  await expect.element(list.getByText('2 tentativi falliti, l’ultimo con ECONNREFUSED')).toBeVisible()
  await page.getByRole('button', { name: 'Mostra altri' }).click()
  await expect.element(list.getByText(/Agli amministratori/)).toBeVisible()
})
