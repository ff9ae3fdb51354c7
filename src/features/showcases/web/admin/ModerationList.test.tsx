import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { ModeratedDetail, ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { navigate } from '#web/router.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { countsOf, detailWith, listKey, showcaseWith } from './testing/moderated.ts'
import { REST_MS } from './decisions.ts'
import { ModerationList } from './ModerationList.tsx'
import { nextWaiting } from './next-waiting.ts'

withSheets(pagesSheet)

const at = '/?view=admin&page=showcases'
startAt(at)
afterEach(() => vi.restoreAllMocks())

const idOf = (number: number) => `a0000000-0000-4000-8000-00000000000${number}`
const waiting = (number: number, change: Partial<ModeratedShowcase> = {}) =>
  showcaseWith({ showcase_id: idOf(number), title: `Vetrina ${number}`, ...change })
const approved: Partial<ModeratedShowcase> = { status: 'published', waiting_since: null, was_published: true }

/** The table over rows that a decision changes. */
function serve(start: ModeratedShowcase[], detail: Partial<ModeratedDetail> = {}) {
  let rows = start
  const requests: string[] = []
  const decide = (number: number, status: ModeratedShowcase['status']) => () => {
    rows = rows.map((row) =>
      row.showcase_id === idOf(number) ? { ...row, ...approved, status, is_public: status === 'published' } : row,
    )
    return { body: { message: 'Vetrina approvata.', showcase_id: idOf(number), status, version: 3, is_public: true } }
  }
  const shown = (filter: string | null) => rows.filter((row) => filter !== 'waiting' || row.waiting_since !== null)
  const calls = serveCalls({
    [listKey]: ({ url }) => {
      requests.push(url.search)
      const fits = shown(url.searchParams.get('status'))
      return {
        body: {
          showcases: fits,
          total: fits.length,
          next_cursor: null,
          published_count: 2,
          draft_count: 1,
          review_count: rows.filter((row) => row.waiting_since !== null).length,
          counts: countsOf(rows),
        },
      }
    },
    ...Object.fromEntries(
      [1, 2, 3].flatMap((number) => [
        [
          `GET /api/admin/showcases/${idOf(number)}`,
          () => ({ body: detailWith({ showcase_id: idOf(number), ...detail }) }),
        ],
        [`POST /api/admin/showcases/${idOf(number)}/approve`, decide(number, 'published')],
        [`POST /api/admin/showcases/${idOf(number)}/request-changes`, decide(number, 'changes_requested')],
      ]),
    ),
  })
  return { calls, requests }
}

const passDoubleClick = stoppedDoubleClicks(REST_MS)

const show = () => mountWithToasts(<ModerationList />)
const opener = (number: number) => page.getByRole('button', { name: `Vetrina ${number}`, exact: true })

test('a row opens its moderation; after a decision the next that waits is open, with the keyboard on it', async () => {
  const { calls } = serve([waiting(1), waiting(2, approved), waiting(3)])
  show()
  await opener(1).click()
  const detail = page.getByRole('region', { name: 'Dettagli: Vetrina 1' })
  // Changes, claims and warnings are shown without another press.
  await expect.element(detail.getByText(/ROI nel registro/)).toBeVisible()
  await detail.getByRole('button', { name: /Richiedi modifiche/ }).click()
  const message = detail.getByRole('textbox', { name: /Messaggio per il trader/ })
  await expect.element(page.getByText('Inserisci un messaggio per richiedere modifiche.')).toBeVisible()
  await expect.element(message).toHaveFocus()
  await message.fill('La copertina è sgranata.')
  await detail.getByRole('button', { name: /Richiedi modifiche/ }).click()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Vetrina 3' })).toBeVisible()
  await expect.element(opener(3)).toHaveFocus()
  expect(calls.find(({ key }) => key.endsWith('request-changes'))?.body).toEqual({
    version: 3,
    message: 'La copertina è sgranata.',
  })
  await passDoubleClick()
  await page.getByRole('button', { name: 'Approva Vetrina 3' }).click()
  await expect.element(page.getByText('Vetrina approvata.').first()).toBeVisible()
  await expect.element(page.getByRole('region', { name: /Dettagli/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Vetrine' })).toHaveFocus()
})

test('the next one opens too where the decided one leaves the list', async () => {
  serve([waiting(1), waiting(2), waiting(3)])
  navigate(`${at}&status=waiting`, { replace: true })
  await passDoubleClick()
  show()
  await opener(2).click()
  await page.getByRole('button', { name: 'Approva Vetrina 2' }).click()
  await expect.element(opener(3)).toHaveFocus()
  await expect.element(opener(2)).not.toBeInTheDocument()
  expect(new URLSearchParams(window.location.search).get('open')).toBe(idOf(3))
})

test('search and filter are there while the showcases load', async () => {
  serveCalls({ [listKey]: () => new Promise(() => {}) })
  show()
  await expect.element(page.getByText('Caricamento vetrine...')).toBeVisible()
  await expect.element(page.getByRole('searchbox', { name: 'Cerca titolo o trader' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Stato' })).toBeVisible()
})

test('search, filter, order and page stand in the address and in the request', async () => {
  const { requests } = serve([waiting(1), waiting(2, { ...approved, diamond_expires: '2026-11-12T10:00:00.000Z' })])
  // Wide screens show column headings.
  await page.viewport(1280, 800)
  show()
  const filter = page.getByRole('combobox', { name: 'Stato' })
  await expect.element(filter.getByRole('option', { name: 'Approvate ma nascoste: 1' })).toBeInTheDocument()
  await expect.element(page.getByText('Nascosta', { exact: true })).toBeVisible()
  await filter.selectOptions('hidden')
  await vi.waitFor(() => expect(requests.at(-1)).toContain('status=hidden'))
  await page.getByRole('link', { name: 'Visite' }).click()
  await vi.waitFor(() => expect(requests.at(-1)).toContain('sort_by=views&order=desc&page=1&limit=25'))
  await page.getByRole('searchbox', { name: 'Cerca titolo o trader' }).fill('elena')
  await vi.waitFor(() => expect(window.location.search).toContain('q=elena'))
  expect(window.location.search).toBe('?view=admin&page=showcases&status=hidden&q=elena&sort_by=views&order=desc')
})

test('says that others wait where none on the page does', async () => {
  serve([waiting(2, approved)])
  vi.restoreAllMocks()
  serveCalls({
    [listKey]: () => ({
      body: {
        showcases: [waiting(2, approved)],
        total: 1,
        next_cursor: null,
        published_count: 1,
        draft_count: 0,
        review_count: 2,
        counts: { ...countsOf([waiting(2, approved)]), waiting: 2 },
      },
    }),
  })
  show()
  await expect.element(page.getByText(/2 vetrine attendono una decisione/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Mostra quelle da moderare' }))
    .toHaveAttribute('href', `${at}&status=waiting`)
})

test('the keyboard alone moves between rows, opens and closes them', async () => {
  serve([waiting(1), waiting(2)])
  show()
  await expect.element(opener(1)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(opener(1)).toHaveFocus()
  await userEvent.keyboard('j{Enter}')
  await expect.element(page.getByRole('region', { name: 'Dettagli: Vetrina 2' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('region', { name: 'Dettagli: Vetrina 2' })).not.toBeInTheDocument()
  await expect.element(opener(2)).toHaveFocus()
})

test('no column moves when a row opens, and its details begin below its name', async () => {
  await page.viewport(1000, 900)
  const long = 'Opero su oro e cambi con poche operazioni. '.repeat(10)
  serve([waiting(1, { title: 'Cambi asiatici, metodo lento, senza leva e con poche operazioni' }), waiting(2)], {
    changes: [{ field: 'profile.description', before: null, after: long }],
  })
  show()
  const name = page.getByRole('button', { name: /^Cambi asiatici/ })
  await expect.element(name).toBeVisible()
  const edges = () =>
    [...document.querySelectorAll('thead th')].map((head) => Math.round(head.getBoundingClientRect().right))
  const closed = edges()
  await name.click()
  const first = page.getByRole('region', { name: /Dettagli/ }).getByRole('link', { name: /^Scheda di/ })
  await expect.element(page.getByText(/ROI nel registro/)).toBeVisible()
  expect(edges()).toEqual(closed)
  const leftOf = (shown: typeof name) => shown.element().getBoundingClientRect().left
  expect(leftOf(first)).toBe(leftOf(name))
})

test('on a phone a row is a block that no long status or title makes wider than the screen', async () => {
  await page.viewport(320, 800)
  const title = 'Una posizione alla volta, sempre nella stessa direzione del mese'
  serve([waiting(1, { title, status: 'published_with_pending', was_published: true, is_public: true })])
  show()
  await expect.element(page.getByText('Pubblicata (modifiche in revisione)')).toBeVisible()
  const table = document.querySelector('.list-table')
  expect(table === null ? null : getComputedStyle(table).display).toBe('block')
  expect(table?.getBoundingClientRect().right).toBeLessThanOrEqual(320)
  expect(page.getByRole('button', { name: title }).element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
})

test('the next that waits: below, else the first; null where none does', () => {
  const [one, two, three] = [waiting(1), waiting(2), waiting(3)]
  const done = (row: ModeratedShowcase) => ({ ...row, ...approved })
  expect(nextWaiting(idOf(1), [one, two, three], [done(one), two, three])).toBe(idOf(2))
  expect(nextWaiting(idOf(1), [one, two, three], [done(one), done(two), three])).toBe(idOf(3))
  expect(nextWaiting(idOf(3), [one, two, three], [one, two])).toBe(idOf(1))
  expect(nextWaiting(idOf(3), [three], [done(three)])).toBeNull()
  expect(nextWaiting(idOf(3), [three], [three])).toBeNull()
})
