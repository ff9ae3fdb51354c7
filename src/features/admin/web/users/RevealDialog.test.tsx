import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '../admin.css?inline'
import { createQueryClient } from '#web/query.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { annaId, serve } from './testing/users.ts'
import { UsersList } from './UsersList.tsx'

withSheets(adminSheet)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const key = `POST /api/admin/users/${annaId}/reveal-investor-password`
const dialog = page.getByRole('alertdialog', { name: 'Password investitore di @anna.verdi' })
const opener = page.getByRole('button', { name: 'Mostra la password investitore di Anna Verdi' })
const secret = 'solo-lettura-xyzzy'

function tab() {
  const client = createQueryClient()
  mount(
    <>
      <UsersList isCompact />
      <Toasts />
    </>,
    { client },
  )
  return client
}

async function reveal() {
  await opener.click()
  await dialog.getByRole('textbox', { name: 'La tua password' }).fill('Correct-Horse-9!')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Verifica del conto')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(secret)).toBeVisible()
}

const served = () => serve({ [key]: () => ({ body: { username: 'anna.verdi', investor_password: secret } }) })

test('requires password and reason, each error at its field', async () => {
  const requests = serve({
    [key]: () => ({
      status: 422,
      body: { detail: 'No.', fields: { password: 'La password non è corretta: riscrivila.' } },
    }),
  })
  tab()
  await opener.click()
  await dialog.getByRole('button', { name: 'Mostra', exact: true }).click()
  await expect.element(dialog.getByText('Inserisci la password.')).toBeVisible()
  await expect.element(dialog.getByText('Scrivi il motivo, da 5 a 200 caratteri.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'La tua password' })).toHaveFocus()
  expect(requests.some((call) => call.key === key)).toBe(false)
  await dialog.getByRole('textbox', { name: 'La tua password' }).fill('Wrong-Horse-9!')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('  Verifica del conto ')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('La password non è corretta: riscrivila.')).toBeVisible()
  expect(requests.at(-1)?.body).toEqual({ password: 'Wrong-Horse-9!', reason: 'Verifica del conto' })
})

test('says how long to wait', async () => {
  serve({ [key]: () => ({ status: 429, body: { detail: 'Riprova tra 8 minuti.' } }) })
  tab()
  await opener.click()
  await dialog.getByRole('textbox', { name: 'La tua password' }).fill('Correct-Horse-9!')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Verifica')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Errore: Riprova tra 8 minuti.')).toBeVisible()
})

test('shows the value for thirty seconds, and stores it nowhere', async () => {
  served()
  const client = tab()
  await reveal()
  await expect.element(dialog.getByText(/Visibile ancora per (30|29) secondi\./)).toBeVisible()
  const stored = JSON.stringify([
    client
      .getQueryCache()
      .getAll()
      .map((query) => query.state.data),
    Object.entries(window.localStorage),
    Object.entries(window.sessionStorage),
    window.location.href,
  ])
  expect(stored).not.toContain(secret)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 30_000)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(secret)
  await expect.element(page.getByText('Password investitore nascosta.')).toBeVisible()
})

test('hides it as soon as the page loses the focus', async () => {
  served()
  tab()
  await reveal()
  window.dispatchEvent(new Event('blur'))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(secret)
})

test('is copied and hidden by hand, and the focus returns', async () => {
  served()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  tab()
  await reveal()
  await dialog.getByRole('button', { name: 'Copia' }).click()
  expect(write).toHaveBeenCalledWith(secret)
  await dialog.getByRole('button', { name: 'Nascondi' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
