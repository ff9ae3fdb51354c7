import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { adminAddress } from '#shared/admin-pages.ts'
import { navigate } from '#web/router.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { adminCaseWith } from '../testing/answers.ts'
import { serveCalls } from '../testing/server.ts'
import { CasesView } from './CasesView.tsx'

withSheets(pagesSheet)

startAt(adminAddress('integrity'))
afterEach(() => vi.restoreAllMocks())

test('failure, filters, count and keys stand where every list of admins has them', async () => {
  await page.viewport(1280, 900)
  const cases = Array.from({ length: 25 }, (_, n) =>
    adminCaseWith({ case_id: `c0000000-0000-4000-8000-0000000000${n + 10}`, name: `Verifica ${n + 1}` }),
  )
  const counts = { waiting: 26, holding: 26, answered: 0, upheld: 0 }
  const list = { cases, total: 26, next_cursor: null, at: '2026-11-20T10:00:00.000Z', counts, findings: [] }
  let answer: { status?: number; body: unknown } = { status: 429, body: { detail: 'Riprova tra poco.' } }
  serveCalls({ 'GET /api/admin/integrity': () => answer })
  mount(<CasesView finder={null} findUser={async () => undefined} actionsOn={() => null} />)
  const failed = page.getByText('Verifiche non disponibili.')
  const filter = page.getByRole('combobox', { name: 'Stato' })
  const keys = page.getByText('Scorciatoie')
  const top = (shown: typeof failed) => shown.element().getBoundingClientRect().top
  await expect.element(failed).toBeVisible()
  expect(top(failed)).toBeLessThan(top(filter))
  answer = { body: list }
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('26 risultati, da 1 a 25')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  expect(top(keys)).toBeGreaterThan(top(filter))
  expect(top(keys)).toBeLessThan(top(page.getByRole('list', { name: 'Verifiche' })))
})

test('a case that was on the page before says that the list has changed', async () => {
  const first = adminCaseWith()
  const list = { next_cursor: null, counts: { waiting: 26, holding: 26, answered: 0, upheld: 0 }, findings: [] }
  serveCalls({
    'GET /api/admin/integrity': () => ({
      body: { ...list, cases: [first], total: 26, at: '2026-11-20T10:00:00.000Z' },
    }),
  })
  mount(<CasesView finder={null} findUser={async () => undefined} actionsOn={() => null} />)
  await expect.element(page.getByText('26 risultati, da 1 a 1')).toBeVisible()
  navigate(adminAddress('integrity', { p: '2' }))
  await expect.element(page.getByText(/^26 risultati, da 26 a 26\. L’elenco è cambiato: /)).toBeVisible()
})

test.each([
  ['loads', 'Caricamento della verifica...', () => new Promise<never>(() => {})],
  ['failed', 'Verifica non disponibile.', () => ({ status: 500, body: { detail: 'Errore' } })],
])('on a phone a case that %s leads back to the list, which is out of sight', async (_, text, ofCase) => {
  await page.viewport(390, 844)
  const counts = { waiting: 1, holding: 1, answered: 0, upheld: 0 }
  const list = {
    cases: [adminCaseWith()],
    total: 1,
    next_cursor: null,
    at: '2026-11-20T10:00:00.000Z',
    counts,
    findings: [],
  }
  serveCalls({
    'GET /api/admin/integrity': ({ url }) => (url.searchParams.has('case_id') ? ofCase() : { body: list }),
  })
  navigate(adminAddress('integrity', { case: 'e0000000-0000-4000-8000-000000000001' }), { replace: true })
  mount(<CasesView finder={null} findUser={async () => undefined} actionsOn={() => null} />)
  await expect.element(page.getByText(text)).toBeVisible()
  const cases = page.getByRole('list', { name: 'Verifiche' })
  await expect.element(cases).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Torna all’elenco' }).click()
  await expect.element(cases).toBeVisible()
})
