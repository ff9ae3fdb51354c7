import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminAddress } from '#shared/admin-pages.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { navigate } from '#web/router.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import pagesSheet from '../pages/pages.css?inline'
import { AuditPage } from './AuditPage.tsx'
import { annaId, answer, entryWith, intact, several } from './testing/entries.ts'

withSheets(pagesSheet)

const read = 'GET /api/admin/audit'
startAt(adminAddress('audit'))
afterEach(() => vi.restoreAllMocks())

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

test('the state of the chain has its room before it comes', async () => {
  await page.viewport(1_300, 900)
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  serveCalls({ [read]: () => coming.then(() => answer(several())) })
  mount(<AuditPage />)
  const field = page.getByRole('searchbox')
  await expect.element(field).toBeVisible()
  const before = field.element().getBoundingClientRect().top
  come()
  await expect.element(page.getByText('Catena integra')).toBeVisible()
  expect(field.element().getBoundingClientRect().top).toBe(before)
})

test('says who did what to whom, when and from where, with the state of the chain', async () => {
  serveCalls({ [read]: () => answer(several()) })
  mount(<AuditPage />)
  const row = rowOf('Ha assegnato un abbonamento')
  await expect.element(row.getByText('20/11/2026, 10:05:00')).toBeVisible()
  await expect.element(page.getByText('Orari di Roma; i filtri contano i giorni in UTC.')).toBeVisible()
  await expect.element(row.getByText('@capo')).toBeVisible()
  await expect.element(row.getByText('192.0.2.7')).toBeVisible()
  await expect
    .element(row.getByRole('link', { name: '@anna.verdi' }))
    .toHaveAttribute('href', adminAddress('users', { q: annaId, open: annaId }))
  await expect.element(rowOf('Ha fatto un backup').getByText('Il server')).toBeVisible()
  // A line of another version of the product, about an erased person.
  await expect.element(rowOf('nuova.azione').getByText('Utente eliminato')).toBeVisible()
  await expect.element(page.getByText('Catena integra')).toBeVisible()
  await expect.element(page.getByText(/controllata il 20\/11\/2026, 04:15: 1\.284 righe\./)).toBeVisible()
})

test('an action on the site’s state says whether it closed or opened', async () => {
  const [open, closed] = [
    { enabled: false, message: 'Torniamo' },
    { enabled: true, message: 'Torniamo' },
  ]
  const ways = [
    { before: open, after: closed },
    { before: closed, after: { ...closed, message: 'Presto' } },
    { before: closed, after: open },
    {},
  ]
  const entries = ways.map((details, index) =>
    entryWith({ audit_id: 20 - index, action: 'maintenance.toggle', subject: null, subject_username: null, details }),
  )
  serveCalls({ [read]: () => answer(entries) })
  mount(<AuditPage />)
  for (const sentence of [
    'Ha chiuso il sito',
    'Ha cambiato il messaggio di manutenzione',
    'Ha riaperto il sito',
    'Ha cambiato la manutenzione',
  ]) {
    await expect.element(rowOf(sentence)).toBeVisible()
  }
})

test('a line opens by keyboard: before and after, UTC, and other actions of the same people', async () => {
  serveCalls({ [read]: () => answer(several()) })
  mount(<AuditPage />)
  const opener = page.getByRole('button', { name: 'Ha assegnato un abbonamento' })
  await expect.element(opener).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const detail = page.getByRole('region', { name: 'Dettagli: Ha assegnato un abbonamento' })
  await expect.element(detail.getByText('Basic fino al')).toBeVisible()
  await expect.element(detail.getByText('Ha assegnato un abbonamento', { exact: true })).toBeVisible()
  await expect.element(detail.getByText(/prima – , dopo → 20\/12\/2026, 10:05/)).toBeVisible()
  await expect.element(detail.getByText('2026-11-20 09:05:00.123')).toBeVisible()
  await expect.element(detail.getByText('req-12')).toBeVisible()
  await detail.getByRole('link', { name: 'Tutte le azioni su questo utente' }).click()
  expect(window.location.search).toBe(`?view=admin&page=audit&subject=${annaId}`)
})

test('an external match shows each figure as ours and the source’s', async () => {
  const details = {
    source: 'myfxbook',
    accepted: false,
    compared: {
      currency: 'EUR',
      balance: { there: 10_480, here: 10_500.5, within: true },
      closed_trades: { there: 12, here: 14, within: false },
      drawdown_percentage: { there: 61.5, here: 0 },
    },
  }
  serveCalls({ [read]: () => answer([entryWith({ action: 'integrity.match', details })]) })
  mount(<AuditPage />)
  await page.getByRole('button', { name: 'Ha registrato un riscontro esterno' }).click()
  const detail = page.getByRole('region', { name: 'Dettagli: Ha registrato un riscontro esterno' })
  await expect.element(detail.getByText('MyFxBook')).toBeVisible()
  await expect.element(detail.getByText('Cifre confrontate')).toBeVisible()
  const figures = [
    'Valuta del confronto: EUR',
    'Balance: da noi 10.500,50, dalla fonte 10.480 (concorda)',
    'Operazioni chiuse: da noi 14, dalla fonte 12 (non concorda)',
    'Drawdown Max, %: da noi 0, dalla fonte 61,50',
  ]
  await expect.element(detail.getByText(figures.join('; '))).toBeVisible()
})

test('filters stand in the address and go to the call, and the file has the same filters', async () => {
  const requests: string[] = []
  serveCalls({
    [read]: ({ url }) => {
      requests.push(url.search)
      return answer(several())
    },
  })
  mount(<AuditPage />)
  await expect.element(page.getByText('3 risultati')).toBeVisible()
  expect(requests.at(-1)).toBe('?sort_by=at&order=desc&page=1&limit=25')
  await page.getByRole('combobox', { name: 'Azione' }).selectOptions('user.*')
  await page.getByRole('textbox', { name: 'Chi', exact: true }).fill('@capo')
  await page.getByLabelText('Dal (UTC)').fill('2026-11-01')
  await expect.poll(() => new URLSearchParams(requests.at(-1)).get('actor')).toBe('capo')
  const last = Object.fromEntries(new URLSearchParams(requests.at(-1)))
  expect(last).toMatchObject({ action: 'user.*', actor: 'capo', from: '2026-11-01' })
  expect(window.location.search).toContain('actor=capo')
  // All filters are cleared.
  await page.getByRole('textbox', { name: 'Chi', exact: true }).fill('')
  await expect.poll(() => window.location.search).not.toContain('actor')
})

test('a day can be typed letter by letter; the address takes a complete one, and an invalid one is reported at the field', async () => {
  serveCalls({ [read]: () => answer(several()) })
  mount(<AuditPage />)
  const field = page.getByLabelText('Dal (UTC)')
  await expect.element(field).toBeVisible()
  const input = field.element() as HTMLInputElement
  const inAddress = () => new URLSearchParams(window.location.search).get('from')
  input.focus()
  // Month and day are equal, so their order does not matter here.
  await userEvent.keyboard('11112')
  expect(input.value).toBe('0002-11-11')
  expect(inAddress()).toBeNull()
  await userEvent.tab()
  await userEvent.click(page.getByRole('searchbox'))
  const dayError = page.getByText('Giorno non valido: controlla l’anno.')
  await expect.element(dayError).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('Giorno non valido: controlla l’anno.')
  await field.fill('')
  await expect.element(dayError).not.toBeInTheDocument()
  input.blur()
  input.focus()
  await userEvent.keyboard('11112026')
  await expect.poll(inAddress).toBe('2026-11-11')
  expect(input.value).toBe('2026-11-11')
  await field.fill('')
  await expect.poll(inAddress).toBeNull()
  // The address works in the other direction too.
  navigate(adminAddress('audit', { from: '2026-11-05' }))
  await expect.element(field).toHaveValue('2026-11-05')
})

test('the earlier answer stays, and is marked, while the new one is delayed or the server is away', async () => {
  let isAnswering = true
  serveCalls({ [read]: () => (isAnswering ? answer(several()) : new Promise(() => {})) })
  mount(<AuditPage />)
  await expect.element(page.getByText('3 risultati')).toBeVisible()
  isAnswering = false
  await page.getByRole('combobox', { name: 'Azione' }).selectOptions('user.*')
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Questi sono i risultati di prima: quelli nuovi/ }))
    .toBeVisible()
  await expect.element(rowOf('Ha fatto un backup')).toBeVisible()
  isAnswering = true
  await page.getByRole('combobox', { name: 'Azione' }).selectOptions('payment.*')
  await expect.element(page.getByText('3 risultati')).toBeVisible()
  onlineManager.setOnline(false)
  try {
    await page.getByRole('combobox', { name: 'Azione' }).selectOptions('system.*')
    await expect.element(page.getByText('Senza connessione: questi sono i risultati di prima.')).toBeVisible()
  } finally {
    onlineManager.setOnline(true)
  }
  await expect.element(page.getByText('3 risultati')).toBeVisible()
})

test('filters that the server refuses can be removed; a retry is not offered', async () => {
  const sentence = 'La data di inizio viene dopo quella di fine.'
  serveCalls({
    [read]: ({ url }) =>
      url.searchParams.has('from') ? { status: 422, body: { detail: sentence } } : answer(several()),
  })
  navigate(adminAddress('audit', { from: '2026-11-20', to: '2026-11-01' }), { replace: true })
  mount(<AuditPage />)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Riprova' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Azzera i filtri' }).click()
  await expect.element(page.getByText('3 risultati')).toBeVisible()
  await expect.element(page.getByLabelText('Dal (UTC)')).toHaveValue('')
})

test('a row that the address opens and this page lacks is reported, and a search finds it', async () => {
  serveCalls({
    [read]: ({ url }) =>
      answer(url.searchParams.get('q') === '7' ? [entryWith({ audit_id: 7, action: 'nuova.azione' })] : several()),
  })
  navigate(adminAddress('audit', { action: 'user.*', open: '7' }), { replace: true })
  mount(<AuditPage />)
  const note = page.getByText('La riga aperta non è in questa pagina.')
  await expect.element(note).toBeVisible()
  await page.getByRole('link', { name: 'Cercala' }).click()
  await expect.element(page.getByRole('region', { name: 'Dettagli: nuova.azione' })).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
  expect(window.location.search).toBe('?view=admin&page=audit&q=7&open=7')
  await expect.element(page.getByRole('button', { name: 'nuova.azione' })).toHaveFocus()
})

test.each([
  [{ ...intact, broken_at: 7 }, /La catena si interrompe alla riga 7\./],
  [{ ...intact, differs_from: '2026-11-19' }, /Non corrisponde più alla radice conservata il 19\/11\/2026\./],
  [{ ...intact, exported: false }, /La radice di quella notte non è stata conservata/],
  [null, /^Catena non ancora controllata/],
])('shows the result of the nightly check: %o', async (check, text) => {
  serveCalls({ [read]: () => answer([], check) })
  mount(<AuditPage />)
  await expect.element(page.getByText(text)).toBeVisible()
})

test('on a phone a failed request shows within the first screen, and a search goes on below it', async () => {
  await page.viewport(360, 640)
  try {
    serveCalls({ [read]: () => ({ status: 500, body: { detail: 'Errore.' } }) })
    mount(<AuditPage />)
    const retry = page.getByRole('button', { name: 'Riprova' })
    await expect.element(retry).toBeVisible()
    expect(retry.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640)
    await page.getByRole('searchbox').fill('conto')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
  } finally {
    await page.viewport(1_300, 900)
  }
})

test('a failed request can be repeated', async () => {
  let isAway = true
  serveCalls({ [read]: () => (isAway ? { status: 500, body: { detail: 'Errore.' } } : answer(several())) })
  mount(<AuditPage />)
  await expect.element(page.getByText('Errore caricamento registro.')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('3 risultati')).toBeVisible()
})
