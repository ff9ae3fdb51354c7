import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { clearSessionState } from '#web/storage/session-state.ts'
import { REST_MS } from './decisions.ts'
import { ModerationList } from './ModerationList.tsx'
import { deleteKey, detailKey, detailWith, keyOf, serve, showcaseWith } from './testing/moderated.ts'

withSheets(adminSheet)

const passDoubleClick = stoppedDoubleClicks(REST_MS)
afterEach(async () => {
  vi.restoreAllMocks()
  await passDoubleClick()
  clearSessionState()
})

const tab = () => mountWithToasts(<ModerationList isCompact />)
/** The two rows of a showcase: its head and its moderation. */
const item = (title: string) => page.getByRole('row').filter({ hasText: title })
const area = () => page.getByRole('textbox', { name: /Messaggio per il trader/ })
const decided = (status: ModeratedShowcase['status'], isPublic: boolean) => ({
  body: { message: 'Fatto.', showcase_id: 'x', status, version: 3, is_public: isPublic },
})

test('approves the version that was shown, once for a double click, and not the next row', async () => {
  let rows = [showcaseWith(), showcaseWith({ showcase_id: '2', title: 'La prossima' })]
  const requests = serve(() => rows, {
    [keyOf('approve')]: () => {
      rows = rows.slice(1)
      return decided('published', true)
    },
  })
  tab()
  const button = item('Swing').getByRole('button', { name: /Approva/ })
  await button.click()
  // The second click hits the next row, which moved to the same place.
  await item('La prossima')
    .getByRole('button', { name: /Approva/ })
    .click()
  await expect.element(page.getByText('Fatto.').first()).toBeVisible()
  await expect.element(item('Swing')).not.toBeInTheDocument()
  await passDoubleClick()
  const sent = requests.filter(({ key }) => key.startsWith('POST'))
  expect(sent).toEqual([{ key: keyOf('approve'), body: { version: 3 } }])
})

test('says that it changed meanwhile, and shows the new version before anything is decided', async () => {
  let version = 3
  const requests = serve(() => [showcaseWith({ version })], {
    [keyOf('approve')]: ({ body }) => {
      if ((body as { version: number }).version === version) return decided('published', true)
      return { status: 409, body: { detail: 'La vetrina è cambiata.', error_type: 'SHOWCASE_RESUBMITTED' } }
    },
    [detailKey]: () => ({ body: detailWith({ version }) }),
  })
  tab()
  await expect.element(item('Swing').first()).toBeVisible()
  version = 4
  await item('Swing')
    .getByRole('button', { name: /Approva/ })
    .click()
  await expect.element(page.getByRole('status').filter({ hasText: 'È cambiata mentre la guardavi' })).toBeVisible()
  await page.getByRole('button', { name: 'Guarda di nuovo' }).click()
  await expect.element(page.getByRole('region', { name: 'Che cosa cambia' })).toBeVisible()
  await expect.element(page.getByText('È cambiata mentre la guardavi')).not.toBeInTheDocument()
  await passDoubleClick()
  await item('Swing')
    .getByRole('button', { name: /Approva/ })
    .click()
  await expect.poll(() => requests.filter(({ key }) => key === keyOf('approve')).at(-1)?.body).toEqual({ version: 4 })
})

test('requests changes only with a message, which survives a failure and a refreshed list', async () => {
  let isDown = true
  let rows = [showcaseWith()]
  const requests = serve(() => rows, {
    [keyOf('request-changes')]: () => {
      if (isDown) throw new TypeError('connection lost')
      rows = [showcaseWith({ status: 'changes_requested', waiting_since: null })]
      return decided('changes_requested', false)
    },
  })
  tab()
  const ask = page.getByRole('button', { name: /Richiedi modifiche/ })
  await ask.click()
  await expect.element(page.getByText('Inserisci un messaggio per richiedere modifiche.')).toBeVisible()
  await expect.element(area()).toHaveFocus()
  expect(requests.filter(({ key }) => key.startsWith('POST'))).toEqual([])
  await area().fill('  La copertina è sgranata.  ')
  // The button moves up with the sentence that goes.
  await expect.element(page.getByText('Inserisci un messaggio per richiedere modifiche.')).not.toBeInTheDocument()
  await ask.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Errore di connessione' })).toBeVisible()
  await expect.element(area()).toHaveValue('  La copertina è sgranata.  ')
  // A search takes the row away, and brings it back.
  const search = page.getByRole('searchbox')
  const before = rows
  rows = []
  await search.fill('altro')
  await expect.element(page.getByText('Nessuna vetrina con questi filtri.')).toBeVisible()
  rows = before
  await search.fill('')
  await expect.element(area()).toHaveValue('  La copertina è sgranata.  ')
  isDown = false
  await passDoubleClick()
  await ask.click()
  await expect.element(item('Swing').getByText('Modifiche Richieste')).toBeVisible()
  expect(requests.filter(({ key }) => key.startsWith('POST')).at(-1)?.body).toEqual({
    version: 3,
    message: 'La copertina è sgranata.',
  })
})

test('rejects after a question that shows the message, by keyboard alone', async () => {
  let rows = [showcaseWith()]
  const requests = serve(() => rows, {
    [keyOf('reject')]: () => {
      rows = [showcaseWith({ status: 'rejected', waiting_since: null })]
      return decided('rejected', false)
    },
  })
  tab()
  const reject = page.getByRole('button', { name: /^Rifiuta/ })
  await expect.element(reject).toBeVisible()
  ;(reject.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Inserisci un messaggio per rifiutare la vetrina.')).toBeVisible()
  await userEvent.keyboard('Non è il posto per questo.')
  ;(reject.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('alertdialog', { name: 'Rifiutare la vetrina?' })
  await expect.element(dialog.getByText(/Non è il posto per questo/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(item('Swing').getByText('Rifiutata')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Vetrine' })).toHaveFocus()
  expect(requests.filter(({ key }) => key.startsWith('POST'))).toEqual([
    { key: keyOf('reject'), body: { version: 3, message: 'Non è il posto per questo.' } },
  ])
})

test('shows the status and the sentence of a refusal', async () => {
  serve(() => [showcaseWith()], {
    [keyOf('approve')]: () => ({
      status: 403,
      body: { detail: 'Non sei più amministratore.', error_type: 'FORBIDDEN' },
    }),
  })
  tab()
  await page.getByRole('button', { name: /Approva/ }).click()
  await expect.element(page.getByText('Errore 403: Non sei più amministratore.')).toBeVisible()
})

test('deletes after a question, and reports the outcome', async () => {
  let answer: { status: number; body: unknown } | null = { status: 409, body: { detail: 'È in uso.' } }
  let rows = [showcaseWith()]
  serve(() => rows, {
    [deleteKey]: () => {
      if (answer === null) throw new TypeError('connection lost')
      if (answer.status === 200) rows = []
      return answer
    },
  })
  tab()
  await page.getByRole('button', { name: 'Elimina Swing su materie prime' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminare la vetrina?' })
  const yes = dialog.getByRole('button', { name: 'Elimina la vetrina' })
  await yes.click()
  await expect.element(dialog.getByText('❌ Errore eliminazione vetrina: È in uso.')).toBeVisible()
  await passDoubleClick()
  answer = { status: 500, body: {} }
  await yes.click()
  await expect.element(dialog.getByText('❌ Errore eliminazione vetrina: Errore sconosciuto')).toBeVisible()
  await passDoubleClick()
  answer = null
  await yes.click()
  await expect.element(dialog.getByText('Errore di connessione durante eliminazione')).toBeVisible()
  await passDoubleClick()
  answer = { status: 200, body: { message: 'ok' } }
  await yes.click()
  await expect.element(page.getByText('Nessun trader ha ancora una vetrina.')).toBeVisible()
  await expect
    .poll(() => document.querySelector('.toasts')?.textContent)
    .toContain('✅ Vetrina eliminata con successo!')
})
