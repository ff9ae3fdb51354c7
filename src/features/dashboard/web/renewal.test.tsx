import { expect, test, vi, afterEach } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { advisors } from '#features/ea/web/testing/status.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import dashboardSheet from './dashboard.css?inline'
import { DashboardView } from './DashboardView.tsx'
import type { Dashboard } from './notices.ts'
import { newcomer, ownPerformance, ownPerformanceCall, synced, unproven } from './testing/dashboard.ts'

withSheets(dashboardSheet)

afterEach(() => vi.restoreAllMocks())

const ended = '2026-11-01T00:00:00.000Z'
const over = { is_active: false, expires_at: ended }
const expired: Dashboard['warnings'] = [{ code: 'plan_expired', message: 'Il tuo piano è scaduto: rinnovalo.' }]

/** The page of one trader. */
function show(dashboard: Dashboard) {
  serveCalls({
    'GET /api/dashboard': () => ({ body: dashboard }),
    'GET /api/ea/download': () => ({ body: advisors }),
    'GET /api/account/integrity': () => ({ body: unproven }),
    [`GET ${ownPerformanceCall}`]: () => ({ body: ownPerformance }),
  })
  mount(<DashboardView />, { seeds: [{ key: 'GET /api/dashboard', input: {}, data: dashboard }] })
}

/** A trader whose plan is over. */
function lapsed(tier: 'basic' | 'diamond', base = synced): Dashboard {
  return {
    ...base,
    current_rank: null,
    not_ranked_reasons: ['no_active_plan'],
    leaderboard_expires: ended,
    diamond_expires: tier === 'diamond' ? ended : null,
    subscription: {
      ...base.subscription,
      basic_leaderboard: over,
      diamond: tier === 'diamond' ? over : base.subscription.diamond,
      access: { leaderboard: false, ea_sync: false, showcase: false },
    },
    warnings: expired,
  }
}

test.each(['basic', 'diamond'] as const)(
  'a trader who had %s is led to that plan from every part of the page',
  async (tier) => {
    show(lapsed(tier))
    await expect.element(page.getByText('Piano scaduto.')).toBeVisible()
    // The parts below the first screen come at the first use.
    await userEvent.keyboard('{Shift}')
    const renewals = () => page.getByRole('link', { name: /^Rinnova/ }).elements()
    await expect
      .poll(() => renewals().map((link) => link.getAttribute('href')))
      .toEqual(Array(4).fill(`/?view=${tier}-subscribe`))
  },
)

test('without account and plan there is one banner, which links to the plan', async () => {
  show(lapsed('basic', newcomer))
  const banner = page.getByText('Account richiesto.')
  await expect.element(banner).toBeVisible()
  expect(page.getByText('Piano scaduto.').elements()).toHaveLength(0)
  expect(page.getByText(/Il tuo piano è scaduto: rinnovalo\./).elements()).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Rinnova', exact: true })).toBeVisible()
})

test('hidden amounts are marked as hidden, with a link to change that', async () => {
  show({ ...synced, trader_info: { ...synced.trader_info, hide_amounts: true } })
  await expect
    .element(page.getByRole('link', { name: 'Importi nascosti agli altri' }))
    .toHaveAttribute('href', '/?view=account#privacy')
})

test('public amounts have no mark', async () => {
  show(synced)
  await expect.element(page.getByText('•••••678')).toBeVisible()
  expect(page.getByText('Importi nascosti agli altri').elements()).toHaveLength(0)
})
