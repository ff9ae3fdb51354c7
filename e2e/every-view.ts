import type { Page } from '@playwright/test'
import { demoPassword } from '../scripts/demo/site.ts'
import { buttonAddress } from '../src/features/showcases/rules/addresses.ts'
import { compareAddress } from '../src/shared/compare-address.ts'
import { leavingAddress } from '../src/shared/trader-address.ts'
import type { SharedDemo } from './shared-demo.ts'
import { signedIn } from './traders.ts'

/** The journeys go through the views of each. */
export const everybody = ['visitor', 'trader', 'admin'] as const
type Who = (typeof everybody)[number]

export async function enterAs(page: Page, demo: SharedDemo, who: Who): Promise<void> {
  if (who === 'visitor') return
  const { authorization = '' } = await signedIn(page.request, { email: demo[who], password: demoPassword })
  await page.addInitScript((token) => localStorage.setItem('trader_token', token), authorization.replace('Bearer ', ''))
}

/** The address of every view, by who may see it. The ranking, which all may see, is the last of each list. */
export async function addresses(page: Page, demo: SharedDemo): Promise<Record<Who, string[]>> {
  const read = async <T>(path: string, headers = {}) => (await (await page.request.get(path, { headers })).json()) as T
  const { leaderboard } = await read<{ leaderboard: { username: string }[] }>('/api/fresh/leaderboard?limit=3')
  const [first = '', second = ''] = leaderboard.map(({ username }) => username)
  const profiles = await Promise.all(
    leaderboard.map(({ username }) =>
      read<{ username: string; telegram_link: string | null }>(`/api/trader/${encodeURIComponent(username)}`),
    ),
  )
  const linked = profiles.find(({ telegram_link }) => telegram_link !== null)
  if (linked === undefined) throw new Error('No profile of the first three shows a link')
  const { showcases } = await read<{ showcases: { showcase_id: string }[] }>('/api/showcases')
  const showcase = showcases[0]?.showcase_id ?? ''
  const own = await read<{ subscription: { recent_payments: { order_id: string; activated: boolean }[] } }>(
    '/api/dashboard',
    await signedIn(page.request, { email: demo.trader, password: demoPassword }),
  )
  // A receipt is there for a paid order: a journey before may have left an open one.
  const order = own.subscription.recent_payments.find(({ activated }) => activated)?.order_id ?? ''
  const named = (...names: string[]) => names.map((name) => `/?view=${name}`)
  return {
    visitor: [
      '/?page=2',
      '/?platform=MT5',
      '/?sort_by=drawdown',
      `/trader/${first}?window=30`,
      compareAddress([first, second]),
      leavingAddress(linked.username, 'telegram'),
      `/vetrine/${showcase}`,
      buttonAddress(showcase, 1),
      `/registro/${first}`,
      ...named('filters', 'vetrine', 'auth', 'auth&form=register', 'auth&form=forgot'),
      ...named('contacts', 'legal', 'diamond-info', 'basic-subscribe'),
      // This page without an application has every kind of part.
      '/how-it-works/index.html',
      '/',
    ],
    trader: [
      ...named('dashboard', 'account', 'my-showcase', 'showcase-editor', 'diamond-subscribe'),
      ...named(`payment&order=${order}`, `receipt&order=${order}`),
      '/',
    ],
    admin: [
      ...named('dashboard', 'account', 'admin', 'admin&page=users&p=2', 'admin&page=payments&list=subscriptions'),
      ...named(
        ...['payments', 'showcases', 'integrity', 'contacts', 'system', 'audit'].map((name) => `admin&page=${name}`),
      ),
      '/',
    ],
  }
}
