import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { ModerationList } from './ModerationList.tsx'
import { countsOf, detailKey, detailWith, listKey, serve, showcaseWith } from './testing/moderated.ts'

withSheets(adminSheet)

afterEach(() => vi.restoreAllMocks())

const tab = () => mountWithToasts(<ModerationList isCompact />)
/** The two rows of a showcase: its head and its moderation. */
const item = (title: string) => page.getByRole('row').filter({ hasText: title })

test('on a phone the state of a showcase stands below its title', async () => {
  await page.viewport(390, 640)
  try {
    serve(() => [showcaseWith()])
    tab()
    const row = item('Swing su materie prime')
    await expect.element(row.getByText('In Moderazione')).toBeVisible()
    const title = row.getByRole('heading', { name: 'Swing su materie prime' }).element().getBoundingClientRect()
    const state = row.getByText('In Moderazione').element().getBoundingClientRect()
    expect(state.top).toBeGreaterThanOrEqual(title.bottom)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('shows the number of showcases, and the actions on each', async () => {
  serve(() => [
    showcaseWith(),
    showcaseWith({
      showcase_id: '2',
      title: 'Indici, solo apertura',
      status: 'published',
      waiting_since: null,
      was_published: true,
      is_public: true,
    }),
    showcaseWith({ showcase_id: '3', title: null, version: null, status: 'draft', waiting_since: null }),
    showcaseWith({
      showcase_id: '4',
      title: 'Oro di notte',
      status: 'published',
      waiting_since: null,
      was_published: true,
      diamond_expires: '2026-11-12T10:00:00.000Z',
    }),
  ])
  tab()
  await expect.element(page.getByRole('term').filter({ hasText: 'Da moderare' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Vedi tutte (Vetrine)' }))
    .toHaveAttribute('href', '/?view=admin&page=showcases')
  await expect.element(page.getByText('24')).toBeVisible()
  const waiting = item('Swing su materie prime')
  await expect.element(waiting.getByText('In Moderazione')).toBeVisible()
  await expect.element(waiting.getByRole('button', { name: 'Approva Swing su materie prime' })).toBeVisible()
  const published = item('Indici, solo apertura')
  await expect.element(published.getByText('Pubblicata')).toBeVisible()
  expect(page.getByRole('button', { name: /Approva/ }).elements()).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: /Anteprima di Indici/ })).toHaveAttribute('href', '/vetrine/2')
  const draft = page.getByRole('region', { name: 'Dettagli: Bozza privata' })
  await expect.element(draft.getByText(/la sta ancora scrivendo/)).toBeVisible()
  expect(draft.getByRole('link').elements()).toHaveLength(0)
  await expect.element(page.getByText(/Diamond è scaduto il 12\/11\/2026/)).toBeVisible()
})

test('shows old beside new with the changed words, hosts, pictures, claims and warnings at their text', async () => {
  serve(() => [showcaseWith({ status: 'published_with_pending', was_published: true })], {
    [detailKey]: () => ({ body: detailWith() }),
  })
  tab()
  await page.getByRole('button', { name: 'Che cosa cambia' }).click()
  const field = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(field('Descrizione').getByText(/ROI nel registro: \+4,80/)).toBeVisible()
  const words = (tag: string) =>
    [...field('Descrizione').element().querySelectorAll(tag)].map((each) => each.textContent)
  expect(words('del')).toEqual(['cambi.'])
  expect(words('ins')).toEqual(['petrolio, ROI 900%.'])
  await expect.element(field('Sito web').getByText('bit.ly', { exact: true })).toBeVisible()
  await expect.element(field('Sito web').getByText(/accorcia indirizzi/)).toBeVisible()
  // An address is no link, so that a moderator reads it first.
  expect(field('Sito web').getByRole('link').elements()).toHaveLength(0)
  await expect.element(field('Servizi').getByText(/guadagni sicuri/)).toBeVisible()
  await expect.element(field('Pulsante 1, stile').getByText('Successo')).toBeVisible()
  const others = page.getByRole('region', { name: 'Da controllare nei testi che non cambiano' })
  await expect.element(others.getByText(/senza rischi/)).toBeVisible()
  // A claim or warning stands at its own text alone.
  expect(others.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(others.getByText(/@luca_bertani/)).toBeVisible()
  await expect.element(page.getByText('La copertina è sgranata.')).toBeVisible()
  await expect.element(page.getByText('Fuori classifica: verifica in corso')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'copertina.png' })).toBeVisible()
})

test('an owner’s words are text, never markup', async () => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  serve(() => [showcaseWith({ title: evil, display_name: evil })], {
    [detailKey]: () => ({
      body: detailWith({
        changes: [{ field: 'profile.subtitle', before: 'Prima', after: evil }],
        claims: [],
        warnings: [],
      }),
    }),
  })
  tab()
  await page.getByRole('button', { name: 'Contenuto inviato' }).click()
  await expect.element(page.getByRole('region', { name: 'Sottotitolo' })).toBeVisible()
  expect(page.getByText(evil).elements().length).toBeGreaterThan(1)
  expect(document.querySelector('.list img, .list script')).toBeNull()
})

test('says what could not be loaded, in its place, and tries again', async () => {
  let isDown = true
  serveCalls({
    [listKey]: () => {
      if (isDown) throw new TypeError('connection lost')
      return {
        body: {
          showcases: [],
          total: 0,
          next_cursor: null,
          published_count: 0,
          draft_count: 0,
          review_count: 0,
          counts: countsOf([]),
        },
      }
    },
  })
  tab()
  await expect.element(page.getByText('Errore caricamento vetrine.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('Nessun trader ha ancora una vetrina.')).toBeVisible()
})
