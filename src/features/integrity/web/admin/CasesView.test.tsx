import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminAddress } from '#shared/admin-pages.ts'
import { createQueryClient } from '#web/query.ts'
import { navigate } from '#web/router.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import type { AdminCase } from '../cases.ts'
import { adminCaseWith } from '../testing/answers.ts'
import { serveCalls } from '../testing/server.ts'
import { CasesView } from './CasesView.tsx'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'

withSheets(pagesSheet)
const read = 'GET /api/admin/integrity'
const marta = adminCaseWith()
const decide = `POST /api/admin/integrity/${marta.case_id}/decide`
startAt(adminAddress('integrity'))
afterEach(() => vi.restoreAllMocks())
const decided = adminCaseWith({
  status: 'upheld',
  reason: 'Manca la prova.',
  decided_by: 'anna',
  decided_at: marta.last_at,
})

/** Without what the page adds. */
const view = <CasesView finder={null} findUser={async () => undefined} actionsOn={() => null} />

const listOf = (cases: AdminCase[]) => ({
  cases,
  total: cases.length,
  next_cursor: null,
  at: '2026-11-20T10:00:00.000Z',
  counts: { waiting: cases.length, holding: cases.length, answered: 0, upheld: 0 },
  findings: [{ code: 'history_changed', name: 'Storico cambiato' }],
})

test('a case is opened from the list, with its evidence, its tags and the answer', async () => {
  serveCalls({
    [read]: () => ({ body: listOf([adminCaseWith({ status: 'answered', reply: 'Era un dividendo.\nTicket 881.' })]) }),
  })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente non spiegato/ }).click()
  const heading = page.getByRole('heading', { name: 'Balance gravemente non spiegato' })
  await expect.element(heading).toHaveFocus()
  await expect
    .element(page.getByRole('link', { name: 'Marta Ferrero (@marta.ferrero)' }))
    .toHaveAttribute('href', '/trader/marta.ferrero')
  await expect.element(page.getByText('12.500,00\u00a0€')).toBeVisible()
  await expect.element(page.getByText(/Era un dividendo\./)).toBeVisible()
  await expect.element(page.getByText('Solo amministratori')).toBeVisible()
  await page.getByRole('article').getByText('Prezzo fuori mercato').click()
  await expect.element(page.getByRole('cell', { name: '1,0931' })).toBeVisible()
})

test('evidence with many columns scrolls in its own place on a phone', async () => {
  await page.viewport(390, 844)
  const row = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`figure_number_${n}`, 1_234_567.89]))
  serveCalls({ [read]: () => ({ body: listOf([adminCaseWith({ evidence: { found: { later: [row] } } })]) }) })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente non spiegato/ }).click()
  await expect.element(page.getByText('figure number 11')).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a decision needs a reason, and leads back to the list', async () => {
  let cases = [marta]
  const requests = serveCalls({
    [read]: () => ({ body: listOf(cases) }),
    [decide]: () => {
      cases = []
      return { body: { success: true, message: 'Decisione registrata.', case: marta } }
    },
  })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  await page.getByText('Confermata', { exact: true }).click()
  await expect.element(page.getByText(/Il conto resta fuori classifica\./)).toBeVisible()
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(page.getByText('Scrivi almeno 10 caratteri.')).toBeVisible()
  await page
    .getByLabelText(/Motivo/)
    .first()
    .fill('Nessuna operazione spiega la somma.')
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(page.getByText('Nessun conto aspetta una decisione.')).toBeVisible()
  expect(requests.find(({ key }) => key === decide)?.body).toEqual({
    decision: 'upheld',
    reason: 'Nessuna operazione spiega la somma.',
    last_at: marta.last_at,
  })
})

test('a decision that another admin made meanwhile is shown', async () => {
  let one = marta
  serveCalls({
    [read]: ({ url }) => ({ body: listOf(url.searchParams.has('case_id') || one === marta ? [one] : []) }),
    [decide]: () => {
      one = decided
      return {
        status: 409,
        body: {
          detail: 'Questa verifica è già stata decisa: ricarica la pagina e leggi la decisione.',
          error_type: 'CASE_DECIDED',
        },
      }
    },
  })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  const reason = page.getByLabelText(/Motivo/).first()
  await reason.fill('Tutto torna con l’estratto conto.')
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(page.getByText('Già decisa.')).toBeVisible()
  await expect.element(page.getByText('Decisa mentre la leggevi.')).toBeVisible()
  await expect.element(page.getByText('Manca la prova.')).toBeVisible()
  await expect.element(reason).toHaveValue('Tutto torna con l’estratto conto.')
  await expect.element(page.getByRole('button', { name: 'Registra la decisione' })).toHaveFocus()
})

test('going back to a case after deciding it shows the decision without a notice of a change', async () => {
  let one = marta
  serveCalls({
    [read]: ({ url }) => ({ body: listOf(url.searchParams.has('case_id') || one === marta ? [one] : []) }),
    [decide]: () => {
      one = decided
      return { body: { success: true, message: 'Decisione registrata.', case: decided } }
    },
  })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  await page
    .getByLabelText(/Motivo/)
    .first()
    .fill('Manca la prova.')
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(page.getByText('Nessun conto aspetta una decisione.')).toBeVisible()
  window.history.back()
  await expect.element(page.getByText('Cambia la decisione')).toBeVisible()
  // The case is read again after the way back: only then a difference would show.
  await expect.element(page.getByText('Manca la prova.')).toBeVisible()
  expect(page.getByText('Decisa mentre la leggevi.').elements()).toHaveLength(0)
})

test('a typed text stays when the trader answers, though the case leaves the list', async () => {
  let one = marta
  const client = createQueryClient()
  serveCalls({
    [read]: ({ url }) => ({ body: listOf(url.searchParams.has('case_id') || one === marta ? [one] : []) }),
  })
  mount(view, { client })
  await page.getByRole('combobox', { name: 'Stato' }).selectOptions('open')
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  const reason = page.getByLabelText(/Motivo/).first()
  await reason.fill('Scrivo con calma.')
  one = adminCaseWith({ status: 'answered', reply: 'Era un dividendo.', replied_at: marta.last_at })
  await client.invalidateQueries()
  await expect.element(page.getByText('Il trader ha risposto mentre leggevi.')).toBeVisible()
  await expect.element(page.getByText('Era un dividendo.')).toBeVisible()
  await expect.element(page.getByText('Nessuna verifica con questi filtri.')).toBeInTheDocument()
  await expect.element(reason).toHaveValue('Scrivo con calma.')
})

test('the keyboard comes back to the link of a case, and to the title where it is gone', async () => {
  let cases = [marta]
  serveCalls({
    [read]: () => ({ body: listOf(cases) }),
    [decide]: () => {
      cases = []
      return { body: { success: true, message: 'Decisione registrata.', case: marta } }
    },
  })
  mount(view)
  const link = page.getByRole('link', { name: /Balance gravemente/ })
  await link.click()
  await expect.element(page.getByRole('heading', { name: 'Balance gravemente non spiegato' })).toHaveFocus()
  window.history.back()
  await expect.element(link).toHaveFocus()
  await link.click()
  const reason = page.getByLabelText(/Motivo/).first()
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(reason).toHaveFocus()
  await reason.fill('Tutto torna con l’estratto conto.')
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await expect.element(page.getByRole('heading', { name: 'Verifiche dei conti' })).toHaveFocus()
})

test('a case that cannot be read says so, and is read again; only an unknown one is not found', async () => {
  let answer: { status?: number; body: unknown } = {
    status: 429,
    body: { detail: 'Troppe richieste: riprova tra poco.' },
  }
  serveCalls({ [read]: ({ url }) => (url.searchParams.has('case_id') ? answer : { body: listOf([]) }) })
  navigate(adminAddress('integrity', { case: marta.case_id }), { replace: true })
  mount(view)
  await expect.element(page.getByText('Verifica non disponibile.')).toBeVisible()
  await expect.element(page.getByText('Verifica non trovata')).not.toBeInTheDocument()
  answer = { body: listOf([marta]) }
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('heading', { name: 'Balance gravemente non spiegato' })).toHaveFocus()
  answer = { body: listOf([]) }
  navigate(adminAddress('integrity', { case: marta.case_id.replace(/^./, 'e') }), { replace: true })
  await expect.element(page.getByText('Verifica non trovata')).toBeVisible()
})

test('an address without the id of a case says that there is none, and leads back', async () => {
  serveCalls({ [read]: ({ url }) => ({ status: url.searchParams.has('case_id') ? 422 : 200, body: listOf([]) }) })
  navigate(adminAddress('integrity', { case: 'zzz' }), { replace: true })
  mount(view)
  await page.getByRole('link', { name: 'Torna all’elenco' }).click()
  expect(window.location.search).toBe('?view=admin&page=integrity')
})

test('an earlier decision is taken back knowingly', async () => {
  const requests = serveCalls({
    [read]: () => ({ body: listOf([decided]) }),
    [decide]: () => ({ body: { success: true, message: 'Decisione registrata.', case: decided } }),
  })
  mount(view)
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  await expect.element(page.getByText('Manca la prova.')).toBeVisible()
  await page
    .getByLabelText(/Motivo/)
    .first()
    .fill('Il broker ha confermato la somma.')
  await page.getByRole('button', { name: 'Registra la decisione' }).click()
  await vi.waitFor(() => expect(requests.find(({ key }) => key === decide)?.body).toMatchObject({ revise: true }))
})

test('filters read the list again, and are in the address', async () => {
  const requests: string[] = []
  serveCalls({
    [read]: ({ url }) => {
      requests.push(url.search)
      return { body: listOf([]) }
    },
  })
  mount(view)
  await expect.element(page.getByText('Nessun conto aspetta una decisione.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Stato' }).selectOptions('upheld')
  await expect.element(page.getByText('Nessuna verifica con questi filtri.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Segnalazione' }).selectOptions('history_changed')
  await vi.waitFor(() =>
    expect(requests.at(-1)).toBe('?status=upheld&code=history_changed&sort_by=opened_at&order=desc&page=1&limit=25'),
  )
  expect(window.location.search).toBe('?view=admin&page=integrity&status=upheld&code=history_changed')
})

test('who is no admin reads that the page is reserved', async () => {
  serveCalls({
    [read]: () => ({
      status: 403,
      body: { detail: 'Non hai i permessi per questa operazione: accedi con un account che li ha.' },
    }),
  })
  mount(view)
  await expect.element(page.getByRole('heading', { name: 'Pagina riservata' })).toBeVisible()
})

test('the list has the keys of every list: from row to row, into a case and out, to the next page, to the search', async () => {
  const cases = Array.from({ length: 25 }, (_, n) =>
    adminCaseWith({ case_id: `c0000000-0000-4000-8000-0000000000${String(n + 10)}`, name: `Verifica ${n + 1}` }),
  )
  const queries: URLSearchParams[] = []
  serveCalls({
    [read]({ url: { searchParams } }) {
      queries.push(searchParams)
      return { body: { ...listOf(cases), total: 60 } }
    },
  })
  mount(
    <CasesView
      finder={<input aria-label="Trova un trader" />}
      findUser={async () => undefined}
      actionsOn={() => null}
    />,
  )
  await expect.element(page.getByRole('link', { name: /Verifica 25/ })).toBeVisible()
  const links = page.getByRole('list', { name: 'Verifiche' }).getByRole('link')
  await userEvent.keyboard('j')
  await expect.element(links.nth(0)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(links.nth(1)).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(links.nth(0)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.search).toContain(`case=${cases[0]?.case_id}`)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => window.location.search).not.toContain('case=')
  await expect.element(links.nth(0)).toHaveFocus()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => window.location.search).toContain('p=2')
  // A row that arrives meanwhile moves none to another page.
  await expect
    .poll(() => queries.find((query) => query.get('page') === '2')?.get('until'))
    .toBe('2026-11-20T10:00:00.000Z')
  await userEvent.keyboard('/')
  await expect.element(page.getByLabelText('Trova un trader')).toHaveFocus()
})
