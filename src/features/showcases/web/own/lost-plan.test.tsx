import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import ownSheet from './own.css?inline'
import { MyShowcaseView } from './MyShowcaseView.tsx'
import type { MyShowcase } from './own-showcase.ts'
import { mine, reportOf, showcase } from './testing/own.ts'

withSheets(ownSheet)

/** The owner's page after the plan or the account is gone, and after the moderators' request is met. */

afterEach(() => void vi.restoreAllMocks())

const draw = (own: MyShowcase) => {
  serveCalls({
    'GET /api/my-showcase': () => ({ body: own }),
    'GET /api/my-showcase/analytics': () => ({ body: reportOf() }),
  })
  mount(<MyShowcaseView />)
}

test('Diamond ended before the showcase was ever online: the page does not promise that it comes back', async () => {
  const diamond_status = { expired: true, expired_date: '2026-11-02T12:00:00.000Z' }
  const draft = { ...showcase, status: 'draft' as const, published_version: null, is_public: false }
  draw({ ...mine, is_diamond: false, has_access: false, diamond_status, showcase: draft })
  await expect.element(page.getByText(/non è ancora stata online/)).toBeVisible()
  expect(page.getByText(/torna online/).elements()).toHaveLength(0)
})

test('an owner who lost the account still has the page of the showcase, and reads why', async () => {
  draw({ ...mine, has_connected_account: false })
  await expect.element(page.getByText('Nessun conto è collegato.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Modifica', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancella' })).toBeVisible()
})

test('an approved showcase of an unproven e-mail is said to wait for the proof', async () => {
  draw({ ...mine, email_awaited: true, showcase: { ...showcase, is_public: false } })
  await expect.element(page.getByText('Approvata, ma non online.')).toBeVisible()
  await expect.element(page.getByText(/dopo la conferma della tua email/)).toBeVisible()
  await expect.element(page.getByText('La vetrina è online.')).not.toBeInTheDocument()
})

test.each(['draft', 'pending_review', 'published', 'published_with_pending'] as const)(
  'messages are a closed history where the owner need not act: %s',
  async (status) => {
    draw({ ...mine, showcase: { ...showcase, status } })
    const history = page.getByText('Messaggi della moderazione: 2 messaggi')
    await expect.element(history).toBeVisible()
    await expect.element(page.getByText(/promette un rendimento mensile fisso/)).not.toBeVisible()
    await history.click()
    await expect.element(page.getByText(/promette un rendimento mensile fisso/)).toBeVisible()
  },
)
