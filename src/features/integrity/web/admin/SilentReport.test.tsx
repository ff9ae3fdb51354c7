import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { serveCalls } from '../testing/server.ts'
import { SilentReport } from './SilentReport.tsx'

afterEach(() => vi.restoreAllMocks())

const call = 'GET /api/admin/integrity/silent'
const mirror = { code: 'mirror_account', rule: 'R41', name: 'Conto gemello' }
const report = {
  checked_at: '2026-11-20T03:10:00.000Z',
  accounts: 1_204,
  findings: [
    { ...mirror, accounts: 4, waiting: 1, cleared: 2, upheld: 1 },
    { code: 'peer_price', rule: 'R23', name: 'Prezzo fuori mercato', accounts: 0, waiting: 0, cleared: 0, upheld: 0 },
  ],
}
const open = () => page.getByText('Rapporto delle segnalazioni silenziose').click()

test('the report is read when it is opened; a finding with cases leads to all of them', async () => {
  const requests = serveCalls({ [call]: () => ({ body: report }) })
  mount(<SilentReport />)
  expect(requests).toEqual([])
  await open()
  await expect.element(page.getByText(/Ultimo controllo notturno: 20\/11\/2026, 04:10, 1\.204 conti/)).toBeVisible()
  const row = page.getByRole('row', { name: /Conto gemello/ })
  await expect.element(row).toHaveTextContent('Conto gemello R414121')
  await expect
    .element(row.getByRole('link'))
    .toHaveAttribute('href', '/?view=admin&page=integrity&code=mirror_account&status=all')
  const other = page.getByRole('row', { name: /Prezzo fuori mercato/ })
  await expect.element(other).toBeVisible()
  expect(other.getByRole('link').elements()).toEqual([])
  expect(requests.map(({ key }) => key)).toEqual([call])
})

test('before the first night the report says so', async () => {
  serveCalls({ [call]: () => ({ body: { ...report, checked_at: null, accounts: 0 } }) })
  mount(<SilentReport />)
  await open()
  await expect.element(page.getByText(/I controlli notturni non sono ancora passati\./)).toBeVisible()
})

test('a server that does not answer is reported, and called again', async () => {
  let works = false
  serveCalls({ [call]: () => (works ? { body: report } : { status: 503, body: { detail: 'Riprova tra poco.' } }) })
  mount(<SilentReport />)
  await open()
  await expect.element(page.getByText('Rapporto non disponibile.')).toBeVisible()
  works = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('row', { name: /Conto gemello/ })).toBeVisible()
})
