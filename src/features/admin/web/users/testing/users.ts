import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { ListedUser } from '../users.ts'

export const listKey = 'GET /api/admin/users'
export const annaId = 'b0000000-0000-4000-8000-000000000001'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Anna has Basic for 30 days more, an account and an investor password. */
export function userWith(change: Partial<ListedUser> = {}): ListedUser {
  return {
    trader_id: annaId,
    user_sequential_id: 87,
    username: 'anna.verdi',
    display_name: 'Anna Verdi',
    email: 'anna@verdi.example',
    country: 'IT',
    is_admin: false,
    is_diamond: false,
    has_ea_token: true,
    broker_server: 'ICMarkets-Live07',
    account_number: '51920117',
    replaced_account: null,
    investor_password: '••••••••',
    diamond_expires: null,
    leaderboard_expires: inDays(30),
    created_at: '2026-11-01T10:00:00.000Z',
    deactivated_at: null,
    email_proof: 'proven',
    has_profile: true,
    verification_level: 'L1',
    ...change,
  }
}

/** Four other users: Diamond, an ended Basic, an admin without a plan, a new user. */
export const several = () => [
  userWith({ is_diamond: true, diamond_expires: inDays(90), leaderboard_expires: inDays(90) }),
  userWith({ trader_id: '2', username: 'nico', display_name: 'Nico Berti', leaderboard_expires: inDays(-3) }),
  userWith({
    trader_id: '3',
    user_sequential_id: 1,
    username: 'redazione',
    display_name: 'Redazione TT',
    is_admin: true,
    has_profile: false,
    broker_server: '',
    account_number: '',
    investor_password: null,
    leaderboard_expires: null,
  }),
  userWith({
    trader_id: '4',
    user_sequential_id: null,
    username: 'sofia',
    display_name: 'Sofia Lombardo',
    leaderboard_expires: null,
    has_profile: false,
    deactivated_at: '2026-11-10T10:00:00.000Z',
  }),
]

export const listOf = (users: ListedUser[], total = users.length, nextCursor: string | null = null) => ({
  users,
  total,
  next_cursor: nextCursor,
  at: '2026-11-20T10:00:00.000Z',
  stats: { total_users: 412, diamond_users: 24, ea_verified_count: 148, total_traders: 120 },
})

export const detailOf = (user: ListedUser) => ({
  user,
  subscriptions: [
    { subscription_id: 's2', subscription_type: 'basic', end_date: '2026-12-20T10:00:00.000Z' },
    { subscription_id: 's1', subscription_type: 'diamond', end_date: '2026-12-10T10:00:00.000Z' },
  ],
  loss: { trades: 1204, ranked_days: 88, open_orders: 1, has_showcase: true },
})

/** The list with Anna alone, and her details, unless a test overrides them. */
export function serve(more: Parameters<typeof serveCalls>[0] = {}) {
  return serveCalls({
    [listKey]: () => ({ body: listOf([userWith()]) }),
    [`${listKey}/${annaId}`]: () => ({ body: detailOf(userWith()) }),
    ...more,
  })
}

/** Sixty users, 25 a page, in the requested order. Records the queries. */
export function serveMany(count = 60) {
  const queries: URLSearchParams[] = []
  const everybody: ListedUser[] = Array.from({ length: count }, (_, index) =>
    userWith({
      trader_id: `u${index}`,
      username: `utente.${index}`,
      display_name: `Utente ${index}`,
      user_sequential_id: index,
    }),
  )
  serve({
    [listKey]: ({ url: { searchParams: search } }) => {
      queries.push(search)
      const fitting = everybody.filter((user) => user.display_name.includes(search.get('q') ?? ''))
      const sorted = search.get('order') === 'asc' ? fitting : fitting.toReversed()
      const from = (Number(search.get('page')) - 1) * 25
      return { body: listOf(sorted.slice(from, from + 25), fitting.length) }
    },
  })
  return queries
}
