import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import dashboardSheet from '#features/dashboard/web/dashboard.css?inline'
import setupSheet from '#features/ea/web/setup.css?inline'
import confirmDialogSheet from '#web/ui/dialogs/confirm-dialog.css?inline'
import { mount, withSheets } from '#web/testing/mount.tsx'
import type { Own } from '../cases.ts'
import { caseWith, ownWith } from '../testing/answers.ts'
import { serveCalls } from '../testing/server.ts'
import { AccountChange } from './AccountChange.tsx'

withSheets(dashboardSheet, setupSheet, confirmDialogSheet)

const read = 'GET /api/account/integrity'

afterEach(() => vi.restoreAllMocks())

function show(own: Own) {
  mount(<AccountChange />, { seeds: [{ key: read, input: {}, data: own }] })
}

const gone = { platform: 'MT5', server: 'Prova-Live', opened_at: '2025-03-10T08:00:00.000Z' } as const
const closed = ownWith({
  account: null,
  level: 'L0',
  closed_accounts: [{ ...gone, closed_at: '2026-11-20T16:00:00.000Z' }],
})
const ask = async () => {
  await page.getByRole('button', { name: 'Chiudi questo conto' }).click()
  return page.getByRole('alertdialog', { name: 'Chiudere questo conto?' })
}

test('the question stands in the middle of the page, with room around its words', async () => {
  serveCalls({ [read]: () => ({ body: ownWith() }) })
  show(ownWith())
  const dialog = await ask()
  await expect.element(dialog).toBeVisible()
  const box = dialog.element().getBoundingClientRect()
  expect(Math.abs(box.left + box.right - window.innerWidth)).toBeLessThan(2)
  expect(Math.abs(box.top + box.bottom - window.innerHeight)).toBeLessThan(2)
  const title = dialog.getByRole('heading').element().getBoundingClientRect()
  expect(title.left - box.left).toBeGreaterThanOrEqual(20)
  expect(box.width).toBeLessThanOrEqual(440)
})

test('an account that another tab closed is said to be closed, and its question closes no other', async () => {
  let own = ownWith()
  const requests = serveCalls({
    [read]: () => ({ body: own }),
    'POST /api/account/change-trading-account': () => ({
      status: 409,
      body: { error_type: 'ACCOUNT_CHANGED', detail: 'x' },
    }),
  })
  show(own)
  const dialog = await ask()
  const next = { ...ownWith().account!, account_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00b2', login: '9009009' }
  own = { ...closed, account: next, level: 'L1' }
  await dialog.getByLabelText('Password', { exact: true }).fill('segreta')
  await dialog.getByRole('button', { name: 'Chiudi il conto' }).click()
  await expect.element(dialog.getByText('Questo conto è già chiuso.')).toBeVisible()
  await expect.element(dialog.getByText('MT5, Prova-Live, 7001234')).toBeVisible()
  expect(requests.find(({ key }) => key.startsWith('POST'))?.body).toMatchObject({
    account_id: ownWith().account!.account_id,
  })
  await dialog.getByRole('button', { name: 'Ho capito' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a lost answer is read again: the account is closed', async () => {
  let own = ownWith()
  serveCalls({
    [read]: () => ({ body: own }),
    'POST /api/account/change-trading-account': () => {
      own = closed
      return { status: 502, body: {} }
    },
  })
  show(own)
  const dialog = await ask()
  await dialog.getByLabelText('Password', { exact: true }).fill('segreta')
  await dialog.getByRole('button', { name: 'Chiudi il conto' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Nessun conto è collegato\. Crea/)).toHaveFocus()
  await expect.element(page.getByText(/^Chiuso: MT5, Prova-Live/)).toBeVisible()
})

test('without an answer nothing is said to be closed or not', async () => {
  let isUp = true
  serveCalls({
    [read]: () => (isUp ? { body: ownWith() } : { status: 503, body: {} }),
    'POST /api/account/change-trading-account': () => {
      isUp = false
      return { status: 503, body: {} }
    },
  })
  show(ownWith())
  const dialog = await ask()
  await dialog.getByLabelText('Password', { exact: true }).fill('segreta')
  await dialog.getByRole('button', { name: 'Chiudi il conto' }).click()
  await expect.element(dialog.getByText('Non sappiamo se il conto è stato chiuso.')).toBeVisible()
  expect(dialog.getByText('Conto non chiuso.').elements()).toHaveLength(0)
})

test('a change of account needs the password, and says what it takes', async () => {
  const answers = [
    { status: 422, body: { detail: 'Controlla i dati inseriti.', fields: { password: 'Password errata.' } } },
    { status: 409, body: { detail: 'Il conto è in verifica.', error_type: 'ACCOUNT_HELD' } },
    { body: { success: true, message: 'Conto chiuso.', closed_at: '2026-11-20T16:00:00.000Z' } },
  ]
  let own = ownWith()
  const requests = serveCalls({
    [read]: () => ({ body: own }),
    'POST /api/account/change-trading-account': () => {
      if (answers.length === 1) own = closed
      return answers.shift()!
    },
  })
  show(own)
  const open = page.getByRole('button', { name: 'Chiudi questo conto' })
  await open.click()
  const dialog = page.getByRole('alertdialog', { name: 'Chiudere questo conto?' })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText('MT5, Prova-Live, 7001234')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  await open.click()
  const go = dialog.getByRole('button', { name: 'Chiudi il conto' })
  await go.click()
  await expect.element(dialog.getByText('Campo obbligatorio.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
  await dialog.getByLabelText('Password', { exact: true }).fill('segreta')
  await go.click()
  await expect.element(dialog.getByText('Password errata.')).toBeVisible()
  await go.click()
  await expect.element(dialog.getByText('Il conto è in verifica.')).toBeVisible()
  await go.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(/Nessun conto è collegato/)).toBeVisible()
  expect(requests.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ password: 'segreta', account_id: ownWith().account!.account_id })),
  )
})

test.each([
  ['open', /Il conto è in verifica/],
  ['upheld', /Una segnalazione è stata confermata/],
] as const)('an account that is held is not changed: %s', async (held, reason) => {
  serveCalls({})
  show(ownWith({ under_review: true, held, cases: [caseWith()] }))
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Chiudi questo conto' })).toBeDisabled()
})
