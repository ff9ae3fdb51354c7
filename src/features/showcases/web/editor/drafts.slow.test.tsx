import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import './editor.css'
import {
  button,
  contentWith,
  CREATE,
  draft,
  DRAFT,
  edit,
  nothingYet,
  READ,
  saved,
  showcaseWith,
  subtitle,
  UPDATE,
  view,
  withSubtitle,
} from './testing/editing.tsx'

beforeEach(() => localStorage.clear())

const storedDraft = () =>
  JSON.parse(localStorage.getItem(DRAFT) ?? 'null') as { base: number; content: ShowcaseContent } | null
/** Plays the event that the browser sends when another tab writes. */
const otherTab = (text: string | null) => {
  if (text === null) localStorage.removeItem(DRAFT)
  else localStorage.setItem(DRAFT, text)
  window.dispatchEvent(new StorageEvent('storage', { key: DRAFT, newValue: text }))
}
const compared = () => page.getByRole('dialog', { name: 'La vetrina è stata salvata altrove' })

test('every change is stored on the device with its base version; undoing it clears the draft', async () => {
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Metalli')
  await expect.poll(() => storedDraft()).toEqual({ base: 3, content: withSubtitle('Metalli') })
  await subtitle().fill('Cambi asiatici, metodo lento')
  await expect.poll(() => localStorage.getItem(DRAFT)).toBeNull()
})

test('a page that goes away in the same moment stores the last word', async () => {
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Ultima parola')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(storedDraft()?.content.profile.subtitle).toBe('Ultima parola')
})

test('a draft from before a reload or a crash is restored with a notice, and can be dropped', async () => {
  localStorage.setItem(DRAFT, draft('Da finire', 3))
  localStorage.setItem('showcase-draft:another', draft('Di un’altra', 3))
  edit(showcaseWith(contentWith()))
  await expect.element(subtitle()).toHaveValue('Da finire')
  await expect.element(page.getByText(/^Bozza ripresa da questo dispositivo/)).toBeVisible()
  await button('Scarta').click()
  await expect.element(subtitle()).toHaveValue('Cambi asiatici, metodo lento')
  await expect.poll(() => localStorage.getItem(DRAFT)).toBeNull()
  expect(localStorage.getItem('showcase-draft:another')).not.toBeNull()
  // The click can be undone, and the focus moves to the title of the step.
  await expect.element(page.getByRole('heading', { name: 'Passo 1 di 4: Profilo' })).toHaveFocus()
  await button('Annulla').click()
  await expect.element(subtitle()).toHaveValue('Da finire')
  await expect.poll(() => storedDraft()).toEqual({ base: 3, content: withSubtitle('Da finire') })
  await expect.element(page.getByRole('heading', { name: 'Passo 1 di 4: Profilo' })).toHaveFocus()
})

test.each([
  ['nonsense', '{"content'],
  ['another thing', '7'],
  [
    'an older page’s',
    JSON.stringify({ base: 3, content: { profile: { subtitle: 'Di prima', extra: [1] }, cta_buttons: [null, {}] } }),
  ],
])('%s on the device breaks nothing', async (_, text) => {
  localStorage.setItem(DRAFT, text)
  edit(showcaseWith(contentWith()))
  await expect.element(subtitle()).toBeVisible()
})

const theirs = () =>
  showcaseWith(withSubtitle('Salvato altrove'), { version: 4, updated_at: '2026-11-21T09:00:00.000Z' })
const changed = { status: 409, body: { detail: 'Salvata altrove.', error_type: 'SHOWCASE_CHANGED' } }
/** The editor of a showcase that is saved elsewhere after it was read. */
function editBesideTheirs() {
  let reads = 0
  return edit(showcaseWith(contentWith()), {
    [READ]: () => ({ body: (reads += 1) === 1 ? showcaseWith(contentWith()) : theirs() }),
    [UPDATE]: ({ body }) => ((body as { version: number }).version === 4 ? saved(5) : changed),
  })
}

test('a second save shows both versions; "Decido dopo" loses nothing; "Tieni la mia" saves over the other one', async () => {
  const { sent } = editBesideTheirs()
  await subtitle().fill('Il mio')
  await button('Salva bozza').click()
  await expect.element(compared()).toBeVisible()
  await expect.element(compared().getByText('Salvato altrove')).toBeVisible()
  await expect.element(compared().getByText('Il mio')).toBeVisible()
  await button('Decido dopo').click()
  await expect.element(subtitle()).toHaveValue('Il mio')
  expect(storedDraft()?.content.profile.subtitle).toBe('Il mio')
  await button('Salva bozza').click()
  await button('Tieni la mia').click()
  await expect.poll(() => sent(UPDATE).length).toBe(3)
  expect(sent(UPDATE)[2]).toMatchObject({ version: 4, submit: false, profile: { subtitle: 'Il mio' } })
  await expect.poll(() => localStorage.getItem(DRAFT)).toBeNull()
  await expect.element(subtitle()).toHaveValue('Il mio')
})

test('"Prendi l’altra" goes on with what was saved elsewhere', async () => {
  const { sent } = editBesideTheirs()
  await subtitle().fill('Il mio')
  await button('Salva bozza').click()
  await button('Prendi l’altra').click()
  await expect.element(subtitle()).toHaveValue('Salvato altrove')
  await expect.poll(() => localStorage.getItem(DRAFT)).toBeNull()
  await subtitle().fill('Salvato altrove, e oltre')
  await button('Salva bozza').click()
  await expect.poll(() => sent(UPDATE).at(-1)).toMatchObject({ version: 4 })
})

test('an answer that was lost on its way is no conflict with oneself', async () => {
  let reads = 0
  const { sent } = edit(showcaseWith(contentWith()), {
    [READ]: () => ({
      body: (reads += 1) === 1 ? showcaseWith(contentWith()) : showcaseWith(withSubtitle('Arrivato'), { version: 4 }),
    }),
    [UPDATE]: () => changed,
  })
  await subtitle().fill('Arrivato')
  await button('Salva bozza').click()
  await expect.element(page.getByText('Tutto salvato.')).toBeVisible()
  expect(compared().elements()).toHaveLength(0)
  expect(sent(UPDATE)).toHaveLength(1)
})

test('a draft on an older version is saved against that version, and never overwrites a newer one unnoticed', async () => {
  localStorage.setItem(DRAFT, draft('Scritto prima', 2))
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => changed })
  await expect.element(page.getByText(/Nel frattempo la vetrina è stata salvata altrove/)).toBeVisible()
  await button('Salva bozza').click()
  await expect.element(compared()).toBeVisible()
  expect(sent(UPDATE)).toMatchObject([{ version: 2 }])
})

test('after "Decido dopo" a dropped draft gives way to the version saved elsewhere, on which the next save is made', async () => {
  localStorage.setItem(DRAFT, draft('Scritto prima', 2))
  const { sent } = editBesideTheirs()
  await button('Salva bozza').click()
  await button('Decido dopo').click()
  await button('Scarta').click()
  await expect.element(subtitle()).toHaveValue('Salvato altrove')
  await subtitle().fill('Da qui in poi')
  await button('Salva bozza').click()
  await expect.poll(() => sent(UPDATE).at(-1)).toMatchObject({ version: 4, profile: { subtitle: 'Da qui in poi' } })
  await expect.element(page.getByText('Tutto salvato.')).toBeVisible()
})

test('a draft from before the first save does not save over what another device created', async () => {
  localStorage.setItem(DRAFT, draft('Scritto qui', null))
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => changed })
  await button('Salva bozza').click()
  await expect.element(compared()).toBeVisible()
  expect(sent(UPDATE)).toMatchObject([{ version: 0 }])
})

test('two tabs create the same showcase: the second one is shown the first one’s', async () => {
  let reads = 0
  edit(nothingYet, {
    [READ]: () => ({ body: (reads += 1) === 1 ? nothingYet : theirs() }),
    [CREATE]: () => ({ status: 409, body: { detail: 'Hai già una vetrina.', error_type: 'SHOWCASE_EXISTS' } }),
  })
  await subtitle().fill('La seconda')
  await button('Salva bozza').click()
  await expect.element(compared().getByText('Salvato altrove')).toBeVisible()
})

test('another tab’s draft is never overwritten before the trader chose', async () => {
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Scritto qui')
  await expect.poll(() => storedDraft()?.content.profile.subtitle).toBe('Scritto qui')
  otherTab(draft('Scritto di là', 3))
  await expect.element(page.getByText(/Stai scrivendo questa vetrina anche in un’altra scheda/)).toBeVisible()
  await subtitle().fill('Scritto qui, e oltre')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(storedDraft()?.content.profile.subtitle).toBe('Scritto di là')
  await button('Tieni questa').click()
  await expect.poll(() => storedDraft()?.content.profile.subtitle).toBe('Scritto qui, e oltre')
  otherTab(draft('Di nuovo di là', 3))
  await button('Prendi l’altra').click()
  await expect.element(subtitle()).toHaveValue('Di nuovo di là')
  expect(storedDraft()?.content.profile.subtitle).toBe('Di nuovo di là')
})

test('another tab’s draft survives a save of this tab, and its question ends with it', async () => {
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => saved(4) })
  await subtitle().fill('Scritto qui')
  otherTab(draft('Scritto di là', 3))
  await expect.element(page.getByText(/anche in un’altra scheda/)).toBeVisible()
  await button('Salva bozza').click()
  await expect.poll(() => sent(UPDATE).length).toBe(1)
  await expect.element(button('Salva bozza')).toBeVisible()
  expect(storedDraft()?.content.profile.subtitle).toBe('Scritto di là')
  await subtitle().fill('Scritto qui, di nuovo')
  otherTab(null)
  await expect.poll(() => storedDraft()?.content.profile.subtitle).toBe('Scritto qui, di nuovo')
  await expect.poll(() => page.getByText(/anche in un’altra scheda/).elements().length).toBe(0)
})

test('a draft of another tab survives a write of this tab at the same moment', async () => {
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Scritto qui')
  otherTab(draft('Scritto di là', 3))
  // Before the page has drawn the question.
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(storedDraft()?.content.profile.subtitle).toBe('Scritto di là')
  await expect.element(page.getByText(/anche in un’altra scheda/)).toBeVisible()
})

test('a draft of another tab whose event was lost is still found before it is overwritten', async () => {
  edit(showcaseWith(contentWith()))
  await expect.element(subtitle()).toBeVisible()
  localStorage.setItem(DRAFT, draft('In silenzio', 3))
  await subtitle().fill('Scritto qui')
  await expect.element(page.getByText(/anche in un’altra scheda/)).toBeVisible()
  expect(storedDraft()?.content.profile.subtitle).toBe('In silenzio')
})

test('a tab without changes follows what another tab saved', async () => {
  let now = showcaseWith(contentWith())
  edit(now, { [READ]: () => ({ body: now }) })
  await expect.element(subtitle()).toBeVisible()
  otherTab(draft('Di là', 3))
  await button('Prendi l’altra').click()
  now = theirs()
  otherTab(null)
  await expect.element(subtitle()).toHaveValue('Salvato altrove')
})

test('where storage is refused the page says so, and asks before it is left', async () => {
  const { setItem } = Object.getPrototypeOf(localStorage) as { setItem: (key: string, text: string) => void }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function refuse(this: Storage, key, text) {
    if (key === DRAFT) throw new DOMException('', 'QuotaExceededError')
    setItem.call(this, key, text)
  })
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Non conservato')
  await expect.element(page.getByText(/^Modifiche non conservate/)).toBeVisible()
  await page.getByRole('link', { name: 'La mia Vetrina' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Uscire senza salvare?' })).toBeVisible()
  expect(view()).toBe('showcase-editor')
  await button('Esci senza salvare').click()
  await expect.poll(view).toBe('my-showcase')
})

test('a page with a stored draft is left without a question', async () => {
  edit(showcaseWith(contentWith()))
  await subtitle().fill('Conservato')
  await page.getByRole('link', { name: 'La mia Vetrina' }).click()
  await expect.poll(view).toBe('my-showcase')
})
