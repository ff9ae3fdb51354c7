import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount } from '#web/testing/mount.tsx'
import './own.css'
import { MyShowcaseView } from './MyShowcaseView.tsx'
import type { MyShowcase } from './own-showcase.ts'
import { mine, reportOf, showcase } from './testing/own.ts'

/** What an owner keeps when the plan or the account is gone, and when nothing is asked of them any more. */

afterEach(() => void vi.restoreAllMocks())

const draw = (own: MyShowcase) => {
  serveCalls({
    'GET /api/my-showcase': () => ({ body: own }),
    'GET /api/my-showcase/analytics': () => ({ body: reportOf() }),
  })
  mount(<MyShowcaseView />)
}

test('Diamond ended before the showcase was ever online: nothing that was not is promised to come back', async () => {
  const diamond_status = { expired: true, expired_date: '2026-11-02T12:00:00.000Z' }
  const draft = { ...showcase, status: 'draft' as const, published_version: null, is_public: false }
  draw({ ...mine, is_diamond: false, has_access: false, diamond_status, showcase: draft })
  await expect.element(page.getByText(/non è ancora stata online/)).toBeVisible()
  expect(page.getByText(/torna online/).elements()).toHaveLength(0)
})

test('who lost the account keeps the page of the showcase, and is told', async () => {
  draw({ ...mine, has_connected_account: false })
  await expect.element(page.getByText('Nessun conto è collegato.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Modifica', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancella' })).toBeVisible()
})

test.each(['draft', 'pending_review', 'published', 'published_with_pending'] as const)(
  'messages are a closed history where nothing is asked any more: %s',
  async (status) => {
    draw({ ...mine, showcase: { ...showcase, status } })
    const history = page.getByText('Messaggi della moderazione: 2 messaggi')
    await expect.element(history).toBeVisible()
    await expect.element(page.getByText(/promette un rendimento mensile fisso/)).not.toBeVisible()
    await history.click()
    await expect.element(page.getByText(/promette un rendimento mensile fisso/)).toBeVisible()
  },
)
