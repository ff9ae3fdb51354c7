import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catchUploads } from '#web/testing/uploads.ts'
import { writeToken } from '#web/storage/token.ts'
import { withSheets } from '#web/testing/mount.tsx'
import editorSheet from './editor.css?inline'
import {
  button,
  CLAIMS,
  contentWith,
  CREATE,
  DRAFT,
  edit,
  field,
  nothingYet,
  READ,
  saved,
  showcaseWith,
  step,
  subtitle,
  UPDATE,
  view,
} from './testing/editing.tsx'

withSheets(editorSheet)

beforeEach(() => localStorage.clear())

const description = () => field(/^Descrizione/)
const enough = 'Opero di notte su yen e dollaro australiano, a media frequenza.'

test('the profile needs a name, a subtitle and fifty characters to go on: the errors are shown, the first has the focus', async () => {
  const { sent } = edit(nothingYet)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Crea Vetrina' })).toBeVisible()
  await expect.element(field(/^Nome visualizzato/)).toHaveValue('Inés Carrasco')
  await button('Avanti').click()
  await expect
    .element(page.getByRole('alert').getByText('Completa tutti i campi obbligatori del profilo', { exact: true }))
    .toBeVisible()
  await expect.element(subtitle()).toHaveFocus()
  expect(step()).toBe('1')
  await subtitle().fill('Cambi asiatici')
  await description().fill('Troppo corta')
  await button('Avanti').click()
  await expect.element(description()).toHaveFocus()
  await description().fill(enough)
  await button('Avanti').click()
  await expect.poll(step).toBe('2')
  await expect.element(page.getByRole('heading', { name: 'Passo 2 di 4: Contenuti' })).toHaveFocus()
  expect(sent(CREATE)).toHaveLength(0)
})

test('the preview has the figures of the page: 90 days, and the risk beside them', async () => {
  const { host } = edit(nothingYet)
  await expect.element(page.getByRole('heading', { name: 'Anteprima' })).toBeVisible()
  const figures = [...host.querySelectorAll('.preview-figures > div')].map(({ textContent }) => textContent)
  expect(figures).toEqual(['ROI 90 giorni+20,00%', 'Drawdown Max−8,40%', 'Win rate63,2%', 'Posizione#3'])
})

test('there is no way back on the first step; from the second one it leads there, and so does the browser', async () => {
  edit(showcaseWith(contentWith()))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Modifica Vetrina' })).toBeVisible()
  expect(button('Indietro').elements()).toHaveLength(0)
  await button('Avanti').click()
  await expect.poll(step).toBe('2')
  await button('Avanti').click()
  await expect.poll(step).toBe('3')
  window.history.back()
  await expect.poll(step).toBe('2')
  await expect.element(field(/^Telegram/)).toBeVisible()
  await button('Indietro').click()
  await expect.poll(step).toBe('1')
  await button('Avanti').click()
  await button(/^1\. Profilo/).click()
  await expect.poll(step).toBe('1')
})

test('an address of a step that is not open yet shows the first one', async () => {
  edit(nothingYet, {}, 4)
  await expect.element(subtitle()).toBeVisible()
  await expect.poll(step).toBe('1')
})

test('the later steps are loaded before they are shown, so that going on shows no skeleton', async () => {
  const { host } = edit(showcaseWith(contentWith()))
  const here = (path: string) => host.querySelector(`[name="${path}"]`) !== null
  await expect.poll(() => here('links.telegram_url') && here('cta_buttons.0.text')).toBe(true)
  expect(step()).toBe('1')
  await expect.element(subtitle()).toBeVisible()
  const observed = new Set<boolean>()
  const watch = new MutationObserver(() => observed.add(host.querySelector('form .skeleton') !== null))
  watch.observe(host, { subtree: true, childList: true, attributes: true })
  await button('Avanti').click()
  await expect.element(field(/^Telegram/)).toBeVisible()
  await button('Avanti').click()
  await expect.element(field(/^Testo/).first()).toBeVisible()
  watch.disconnect()
  expect([...observed]).toEqual([false])
})

test('a trader who may not write is sent to their showcase’s page; a plan that ends meanwhile is reported at the save', async () => {
  edit({ ...nothingYet, can_create_showcase: false })
  await expect.poll(view).toBe('my-showcase')
})

test('a double click publishes once, the button says so, and the page of the showcase follows', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof saved>>()
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => answer.promise }, 4)
  await userEvent.dblClick(button('Pubblica Vetrina'))
  await expect.element(button('Creazione...')).toBeDisabled()
  await userEvent.click(button('Creazione...'), { force: true })
  // The first save loads its code before it sends, so the answer may be ready before the request.
  answer.resolve(saved(4, { status: 'pending_review' }))
  await expect.poll(view).toBe('my-showcase')
  expect(sent(UPDATE)).toEqual([{ ...contentWith(), submit: true, version: 3 }])
  expect(localStorage.getItem(DRAFT)).toBeNull()
})

test('"Salva bozza" keeps a private draft, creates once and then changes what it created', async () => {
  const { sent } = edit(nothingYet, {
    [CREATE]: () => saved(1),
    [UPDATE]: () => saved(2),
  })
  await subtitle().fill('Metalli')
  await button('Salva bozza').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Modifica Vetrina' })).toBeVisible()
  expect(localStorage.getItem(DRAFT)).toBeNull()
  await subtitle().fill('Metalli e cambi')
  await button('Salva bozza').click()
  await expect.poll(() => sent(UPDATE)).toMatchObject([{ submit: false, version: 1 }])
  expect(sent(CREATE)).toMatchObject([{ submit: false, profile: { subtitle: 'Metalli', description: '' } }])
})

test('an error of the server stands at its field, on its step', async () => {
  edit(
    showcaseWith(contentWith({ links: { ...contentWith().links, telegram_url: 'https://t.me/ines' } })),
    {
      [UPDATE]: () => ({
        status: 422,
        body: {
          detail: 'Errore validazione dati',
          fields: { 'links.telegram_url': 'Questo canale non è ammesso.', 'cta_buttons.1.text': 'Niente promesse.' },
        },
      }),
    },
    4,
  )
  await button('Pubblica Vetrina').click()
  await expect.poll(step).toBe('2')
  await expect.element(field(/^Telegram/)).toHaveFocus()
  await expect.element(page.getByText('Questo canale non è ammesso.', { exact: true })).toBeVisible()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Errore validazione dati', { exact: true })).toBeVisible()
  await button(/^Pulsante 2, testo: Niente promesse/).click()
  await expect.poll(step).toBe('3')
  await expect.element(field(/^Testo/).nth(1)).toHaveFocus()
  await field(/^Testo/)
    .nth(1)
    .fill('Unisciti a noi')
  await expect.poll(() => button(/^Pulsante 2, testo/).elements().length).toBe(0)
})

test('a promise stops the submission; a number stands beside the register’s', async () => {
  const claim = { field: 'profile.description', about: null, claimed: null, verified: null }
  const { sent } = edit(
    showcaseWith(contentWith()),
    {
      [CLAIMS]: () => ({
        body: {
          claims: [
            { ...claim, kind: 'promise', words: 'guadagno garantito' },
            { ...claim, kind: 'number', words: 'ROI 120%', about: 'roi', claimed: 120, verified: 40 },
          ],
        },
      }),
    },
    4,
  )
  await expect.element(page.getByText(/«guadagno garantito»/)).toBeVisible()
  await expect.element(page.getByText(/scrivi ROI \+120,00%, il registro dice ROI \+40,00%/)).toBeVisible()
  await button('Pubblica Vetrina').click()
  await expect.element(button('Modifica: Descrizione').first()).toHaveFocus()
  expect(sent(UPDATE)).toHaveLength(0)
})

test('a lost connection is reported, the draft stays, and the same content can be sent again', async () => {
  const answers = [{ status: 503, body: { detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.' } }]
  edit(showcaseWith(contentWith()), { [UPDATE]: () => answers.shift() ?? saved(4, { status: 'pending_review' }) }, 1)
  await subtitle().fill('Altro sottotitolo')
  await button('Avanti').click()
  await button('Avanti').click()
  await button('Avanti').click()
  await button('Pubblica Vetrina').click()
  await expect.element(page.getByText('Errore creazione vetrina')).toBeVisible()
  expect(localStorage.getItem(DRAFT)).toContain('Altro sottotitolo')
  await button('Riprova').click()
  await expect.poll(view).toBe('my-showcase')
  expect(localStorage.getItem(DRAFT)).toBeNull()
})

test('without a token nothing is sent: "Sessione scaduta", and the sign-in that leads back to this step', async () => {
  const { sent } = edit(showcaseWith(contentWith()), {}, 1)
  await subtitle().fill('Da non perdere')
  await expect.element(subtitle()).toHaveValue('Da non perdere')
  writeToken(null)
  await button('Salva bozza').click()
  await expect.poll(view).toBe('auth')
  expect(new URLSearchParams(window.location.search).get('return')).toMatch(/^\/\?view=showcase-editor/)
  await expect.element(page.getByText('Sessione scaduta')).toBeVisible()
  expect(sent(UPDATE)).toHaveLength(0)
  expect(localStorage.getItem(DRAFT)).toContain('Da non perdere')
})

test('a session that ended on the server keeps the draft, and the sign-in follows once that is certain', async () => {
  edit(showcaseWith(contentWith()), { [UPDATE]: () => ({ status: 401, body: { detail: 'Accesso non autorizzato' } }) })
  await subtitle().fill('Scritto prima della fine')
  await button('Salva bozza').click()
  await expect.element(page.getByText('Sessione scaduta')).toBeVisible()
  expect(view()).toBe('showcase-editor')
  expect(localStorage.getItem(DRAFT)).toContain('Scritto prima della fine')
  writeToken(null)
  await expect.poll(view).toBe('auth')
  // The frame says it, once.
  expect(document.querySelector('.toasts')?.textContent ?? '').not.toContain('Sessione scaduta')
})

test('a failed load is reported and can be repeated', async () => {
  let isDown = true
  edit(nothingYet, { [READ]: () => (isDown ? { status: 500, body: { detail: 'Guasto.' } } : { body: nothingYet }) })
  await expect.element(page.getByText('Errore nel caricamento della vetrina')).toBeVisible()
  isDown = false
  await button('Riprova').click()
  await expect.element(subtitle()).toBeVisible()
})

test('each status has a notice on the effect of editing', async () => {
  edit(showcaseWith(contentWith(), { status: 'published_with_pending' }))
  await expect
    .element(page.getByText(/La pagina pubblica resta com’è finché le modifiche non sono approvate\./))
    .toBeVisible()
  await expect.element(page.getByText(/la versione in moderazione viene sostituita/)).toBeVisible()
})

test('the checklist names invisible parts, and leads to them', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  edit(showcaseWith(contentWith()), {}, 4)
  await expect.element(page.getByText(/«Apri conto con vantaggi» non ha un indirizzo: non comparirà/)).toBeVisible()
  await button('Modifica: Call to Action').click()
  await expect.poll(step).toBe('3')
})

test('an error on an earlier step leads there, with its field in focus: publishing never goes on by itself', async () => {
  const content = contentWith()
  const [first, ...rest] = content.cta_buttons
  const { sent } = edit(
    showcaseWith({ ...content, cta_buttons: [{ ...first!, text: 'abc' }, ...rest] }, { status: 'draft' }),
  )
  for (const next of ['2', '3', '4']) {
    await button('Avanti').click()
    await expect.poll(step).toBe(next)
  }
  await button('Pubblica Vetrina').click()
  await expect.poll(step).toBe('3')
  await expect.element(page.getByRole('alert').getByText('Errore validazione dati')).toBeVisible()
  await expect.poll(() => (document.activeElement as HTMLInputElement).value).toBe('abc')
  expect(sent(UPDATE)).toHaveLength(0)
})

test('nothing is saved during an upload, and a notice says so', async () => {
  const upload = catchUploads()
  const { sent } = edit(showcaseWith(contentWith(), { status: 'draft' }))
  await button('Avanti').click()
  await expect.poll(step).toBe('2')
  const document = new File(['%PDF-1.7'], 'guida.pdf', { type: 'application/pdf' })
  await page.elementLocator(window.document.querySelector('input[accept*="pdf"]')!).upload(document)
  const sending = await upload()
  for (const next of ['3', '4']) {
    await button('Avanti').click()
    await expect.poll(step).toBe(next)
  }
  await expect.element(page.getByText('Un file è ancora in invio.')).toBeVisible()
  await button('Pubblica Vetrina').click()
  expect(sent(UPDATE)).toHaveLength(0)
  sending.answer(200, { file_url: `/uploads/documents/${'a'.repeat(32)}.pdf`, name: 'guida.pdf' })
  await expect.element(page.getByText('Un file è ancora in invio.')).not.toBeInTheDocument()
  await button('Pubblica Vetrina').click()
  await expect.poll(() => sent(UPDATE)).toHaveLength(1)
})
