import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buyer } from '#features/payments/web/testing/payments.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { connectToasts } from '#web/toasts.ts'
import { mount } from '#web/testing/mount.tsx'
import { ViewerName } from '#web/ui/frame/ViewerName.tsx'
import { AdminTools } from './AdminTools.tsx'

afterEach(() => vi.restoreAllMocks())

const line = page.getByRole('complementary', { name: 'Manutenzione' })

function show({ closed, isAdmin = true, opens = true }: { closed: boolean; isAdmin?: boolean; opens?: boolean }) {
  const said: string[] = []
  connectToasts(({ text }) => said.push(text))
  let enabled = closed
  const requests = serveCalls({
    'GET /api/admin/maintenance/status': () => ({
      body: { enabled, message: 'Torniamo presto.', support_email: null },
    }),
    'POST /api/admin/maintenance/toggle': ({ url }) => {
      if (!opens) return { status: 500, body: { detail: 'Si è verificato un errore interno. Riprova più tardi.' } }
      enabled = url.searchParams.get('enabled') === 'true'
      return { body: { enabled, message: 'Torniamo presto.' } }
    },
  })
  mount(
    <>
      <main>Una pagina</main>
      <ViewerName viewer={{ ...buyer, is_admin: isAdmin }} tools={AdminTools} />
    </>,
  )
  return { requests, said }
}

test('while the site is closed a line above the page says so to admins, and opens it', async () => {
  const { requests, said } = show({ closed: true })
  await expect.element(line).toBeVisible()
  await expect.element(line.getByText(/^Sito in manutenzione: lo vedono solo gli amministratori\.$/)).toBeVisible()
  expect(line.element().parentElement).toBe(document.body.firstElementChild)
  await line.getByRole('button', { name: 'Disattiva' }).click()
  await expect.element(line).not.toBeInTheDocument()
  expect(requests.filter(({ key }) => key.startsWith('POST'))).toHaveLength(1)
  expect(said).toEqual(['Il sito è di nuovo aperto a tutti.'])
})

test('a failure is said, and the line stays', async () => {
  const { said } = show({ closed: true, opens: false })
  await line.getByRole('button', { name: 'Disattiva' }).click()
  await expect.poll(() => said).toHaveLength(1)
  await expect.element(line).toBeVisible()
})

test('nothing while the site is open, and no request of those who are no admins', async () => {
  const { requests } = show({ closed: false })
  await expect.poll(() => requests.length).toBe(1)
  await expect.element(line).not.toBeInTheDocument()
  const other = show({ closed: true, isAdmin: false })
  await expect.element(page.getByText('Una pagina').last()).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
  expect(other.requests).toEqual([])
})
