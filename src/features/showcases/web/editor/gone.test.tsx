import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { withSheets } from '#web/testing/mount.tsx'
import editorSheet from './editor.css?inline'
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
} from './testing/editing.tsx'

withSheets(editorSheet)

/** Changes of showcase and plan while the editor is open. */

beforeEach(() => localStorage.clear())

test('after a change the offer to drop or restore a draft is gone', async () => {
  localStorage.setItem(DRAFT, draft('Da finire', 3))
  edit(showcaseWith(contentWith()))
  await expect.element(page.getByText(/^Bozza ripresa/)).toBeVisible()
  await button('Scarta').click()
  await expect.element(button('Annulla')).toBeVisible()
  await subtitle().fill('Da capo')
  await expect.poll(() => button('Annulla').elements().length).toBe(0)
  await expect.poll(() => localStorage.getItem(DRAFT)).toContain('Da capo')
})

test('the notice of a restored draft goes with the next change', async () => {
  localStorage.setItem(DRAFT, draft('Da finire', 3))
  edit(showcaseWith(contentWith()))
  await expect.element(page.getByText(/^Bozza ripresa/)).toBeVisible()
  await subtitle().fill('Da finire, e oltre')
  await expect.poll(() => page.getByText(/^Bozza ripresa/).elements().length).toBe(0)
})

test('a showcase deleted elsewhere is reported, loses no word, and is created again by the next save', async () => {
  let isGone = false
  const { sent } = edit(showcaseWith(contentWith()), {
    [READ]: () => ({ body: isGone ? nothingYet : showcaseWith(contentWith()) }),
    [UPDATE]: () => ({ status: 404, body: { detail: 'Vetrina non trovata', error_type: 'SHOWCASE_NOT_FOUND' } }),
    [CREATE]: () => saved(1),
  })
  await subtitle().fill('Ancora qui')
  isGone = true
  await button('Salva bozza').click()
  await expect.element(page.getByText('La vetrina è stata eliminata: se salvi ne crei una nuova.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Crea Vetrina' })).toBeVisible()
  await expect.element(subtitle()).toHaveValue('Ancora qui')
  await button('Salva bozza').click()
  await expect.poll(() => sent(CREATE)).toMatchObject([{ profile: { subtitle: 'Ancora qui' } }])
  await expect.poll(() => page.getByText(/^La vetrina è stata eliminata/).elements().length).toBe(0)
})

test('after the end of the plan the editor offers to renew it, not to try again', async () => {
  edit(showcaseWith(contentWith()), {
    [UPDATE]: () => ({
      status: 403,
      body: { detail: 'Per la vetrina serve un abbonamento Diamond attivo.', error_type: 'DIAMOND_REQUIRED' },
    }),
  })
  await subtitle().fill('Da salvare')
  await button('Salva bozza').click()
  await expect
    .element(page.getByRole('link', { name: 'Rinnova Diamond' }))
    .toHaveAttribute('href', subscribeAddress('diamond'))
  expect(button('Riprova').elements()).toHaveLength(0)
})
