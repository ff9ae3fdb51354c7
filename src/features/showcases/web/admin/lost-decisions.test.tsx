import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import type { ModeratedDetail } from '#features/showcases/admin-contract.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { clearSessionState } from '#web/storage/session-state.ts'
import { REST_MS } from './decisions.ts'
import { ModerationList } from './ModerationList.tsx'
import { contentWith, deleteKey, detailKey, detailWith, keyOf, serve, showcaseWith } from './testing/moderated.ts'

withSheets(adminSheet)

const passDoubleClick = stoppedDoubleClicks(REST_MS)
afterEach(async () => {
  vi.restoreAllMocks()
  await passDoubleClick()
  clearSessionState()
})

const tab = () => mountWithToasts(<ModerationList isCompact />)
const approve = () => page.getByRole('button', { name: /^Approva/ })
const heading = () => page.getByRole('heading', { name: 'Vetrine' })
const refused = { status: 409, body: { detail: 'Non è possibile.', error_type: 'SHOWCASE_MOVE_REFUSED' } }
const missing = { status: 404, body: { detail: 'Vetrina non trovata', error_type: 'SHOWCASE_NOT_FOUND' } }

const last = (event: ModeratedDetail['events'][number]['event'], actor_username: string | null) =>
  detailWith()
    .events.slice(0, 1)
    .map((each) => ({ ...each, event, actor_username }))

/** A list with one showcase, about which another admin decides first. */
function overtaken(
  { stays, detail }: { stays: boolean; detail: () => { status?: number; body: unknown } },
  answer: { status: number; body: unknown } = refused,
) {
  const decided = showcaseWith({ status: 'published', waiting_since: null, was_published: true, is_public: true })
  let rows = [showcaseWith()]
  const lose = () => {
    rows = stays ? [decided] : []
    return answer
  }
  serve(() => rows, { [keyOf('approve')]: lose, [deleteKey]: lose, [detailKey]: detail })
}

test.each([
  ['leaves the filtered list', false],
  ['stays in the whole list', true],
])('a decision that came too late is reported above the list, with its admin: the row %s', async (_, stays) => {
  const detail = { body: detailWith({ status: 'published', waiting_since: null, events: last('approve', 'vice') }) }
  overtaken({ stays, detail: () => detail })
  tab()
  await expect.element(approve()).toBeVisible()
  ;(approve().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Un altro amministratore ha già deciso: ora è «Pubblicata».' })
  await expect.element(notice).toBeVisible()
  await expect
    .element(notice.getByText(/«Swing su materie prime», decisa da @vice: la tua scelta non vale\./))
    .toBeVisible()
  await expect.element(heading()).toHaveFocus()
  await expect.element(approve()).not.toBeInTheDocument()
  await notice.getByRole('button', { name: 'Chiudi' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(heading()).toHaveFocus()
})

test('a refusal without another decision is reported as it is', async () => {
  const detail = {
    body: detailWith({ status: 'published', waiting_since: null, events: last('submit', 'elena.rinaldi') }),
  }
  overtaken({ stays: false, detail: () => detail })
  tab()
  await approve().click()
  await expect.element(page.getByText('Non attende più una decisione: ora è «Pubblicata».')).toBeVisible()
})

test('where the state cannot be read, the refusal itself is reported', async () => {
  overtaken({ stays: false, detail: () => ({ status: 500, body: {} }) })
  tab()
  await approve().click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Errore 409: Non è possibile.' })).toBeVisible()
})

test.each([
  ['decided on', async () => approve().click()],
  [
    'deleted',
    async () => {
      await page.getByRole('button', { name: 'Elimina Swing su materie prime' }).click()
      await page.getByRole('button', { name: 'Elimina la vetrina' }).click()
    },
  ],
])('one that is gone while it is %s is reported above the list', async (_, act) => {
  overtaken({ stays: false, detail: () => missing }, missing)
  tab()
  await act()
  const notice = page.getByRole('alert').filter({ hasText: 'La vetrina non c’è più.' })
  await expect.element(notice.getByText(/«Swing su materie prime» è stata eliminata/)).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(heading()).toHaveFocus()
})

test('approving asks before it drops a written message', async () => {
  let rows = [showcaseWith()]
  const requests = serve(() => rows, {
    [keyOf('approve')]: () => {
      rows = []
      return { body: { message: 'Fatto.', showcase_id: 'x', status: 'published', version: 3, is_public: true } }
    },
  })
  const sent = () => requests.filter(({ key }) => key.startsWith('POST'))
  tab()
  const area = page.getByRole('textbox', { name: /Messaggio per il trader/ })
  await area.fill('Togli il numero di telefono.')
  await approve().click()
  const dialog = page.getByRole('alertdialog', { name: 'Approvare senza il messaggio?' })
  await expect.element(dialog.getByText(/«Togli il numero di telefono\.»/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(area).toHaveValue('Togli il numero di telefono.')
  expect(sent()).toEqual([])
  await approve().click()
  await dialog.getByRole('button', { name: 'Approva senza messaggio' }).click()
  await expect.element(page.getByText('Nessun trader ha ancora una vetrina.')).toBeVisible()
  expect(sent()).toEqual([{ key: keyOf('approve'), body: { version: 3 } }])
})

test('a moderator who reads the new version by keyboard has the focus on its changes', async () => {
  let version = 3
  serve(() => [showcaseWith({ version })], {
    [keyOf('approve')]: () => ({ status: 409, body: { detail: 'Cambiata.', error_type: 'SHOWCASE_RESUBMITTED' } }),
    [detailKey]: () => ({ body: detailWith({ version }) }),
  })
  tab()
  await expect.element(approve()).toBeVisible()
  version = 4
  await approve().click()
  const again = page.getByRole('button', { name: 'Guarda di nuovo' })
  await expect.element(again).toBeVisible()
  ;(again.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const changes = page.getByRole('region', { name: 'Dettagli di Swing su materie prime' })
  await expect.element(changes).toHaveFocus()
  await expect.element(changes.getByRole('region', { name: 'Descrizione', exact: true })).toBeVisible()
  await expect.element(changes).toHaveFocus()
})

test('buttons without an address are no public content: one line names them', async () => {
  const button = (text: string, url: string | null) => ({ text, url, style: 'primary' as const })
  const field = (path: string, after: string | null, before: string | null = null) => ({ field: path, before, after })
  const content = contentWith({
    cta_buttons: [button('Inizia a copiare', null), button('Scrivimi', 'https://t.me/elena'), button('Vecchio', null)],
  })
  serve(() => [showcaseWith()], {
    [detailKey]: () => ({
      body: detailWith({
        was_published: false,
        content,
        changes: [
          field('cta_buttons.0.text', 'Inizia a copiare'),
          field('cta_buttons.0.style', 'primary'),
          field('cta_buttons.1.text', 'Scrivimi'),
          field('cta_buttons.1.url', 'https://t.me/elena'),
          // This button was public, and the change takes its address away.
          field('cta_buttons.2.url', null, 'https://t.me/prima'),
        ],
        claims: [],
        warnings: [],
      }),
    }),
  })
  tab()
  await page.getByRole('button', { name: 'Contenuto inviato' }).click()
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(region('Pulsante 2, testo')).toBeVisible()
  await expect.element(region('Pulsante 3, indirizzo')).toBeVisible()
  expect(page.getByRole('region', { name: /Pulsante 1/ }).elements()).toEqual([])
  await expect
    .element(page.getByText('Non pubblici, perché senza indirizzo: «Inizia a copiare» (pulsante 1).'))
    .toBeVisible()
})
