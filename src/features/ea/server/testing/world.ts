import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import {
  latestAdvisor,
  type Mt4Order,
  type Mt5Deal,
  type SyncAnswer,
  type SyncRefusalBody,
  type SyncRequest,
} from '../../sync-contract.ts'
import { tokenPrefix } from '../tokens.ts'

/** Fixtures of the sync's tests: traders with plan and token, requests of an advisor. */

export interface TestTrader extends Person {
  /** The advisor's token. */
  token: string
}

let made = 0

/** A registered trader with an advisor's token; `planDays` from now, null for none. */
export async function makeTrader(
  kernel: Kernel,
  { planDays = 30, is_admin = false }: { planDays?: number | null; is_admin?: boolean } = {},
): Promise<TestTrader> {
  made += 1
  const { sql, secrets, clock } = kernel
  const one = await person(kernel, `trader${made}`, { is_admin })
  const token = secrets.newToken(tokenPrefix)
  const sealed = secrets.seal(token, one.trader_id)
  await sql`
    insert into ea_token (trader_id, token_hash, token_sealed, created_at)
    values (${one.trader_id}, ${secrets.hashToken(token)}, ${sealed}, ${new Date(clock.now()).toISOString()})`
  if (planDays !== null) await givePlan(kernel, one.trader_id, planDays)
  return { ...one, token }
}

export async function givePlan({ sql, secrets, clock }: Kernel, traderId: string, days: number): Promise<void> {
  const until = new Date(clock.now() + days * DAY_MS).toISOString()
  await sql`
    insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
    values (${secrets.newId()}, ${traderId}, 'basic', ${until}, 'active', 'manual', ${until}, ${until})
    on conflict (trader_id, tier) do update set until = excluded.until`
}

export interface RequestOptions {
  platform?: 'MT4' | 'MT5'
  login?: string
  server?: string
  boot?: string
  seq?: number
  balance?: number
  equity?: number
  credit?: number
  items?: (Mt4Order | Mt5Deal)[]
  /** Everything that the terminal shows; the items where absent. */
  shown?: (Mt4Order | Mt5Deal)[]
  more?: boolean
  connected?: boolean
  openCount?: number
  positions?: NonNullable<SyncRequest['snapshot']['positions']>
  points?: NonNullable<SyncRequest['points']>
  /** Milliseconds UTC at which the terminal sends. */
  now: number
  /** Seconds east of UTC of the broker's clock. */
  offset?: number
  tickAge?: number
  currency?: string
  tradeMode?: SyncRequest['account']['trade_mode']
  version?: string
}

let logins = 50_000_000
export const newLogin = (): string => String(++logins)

export function syncRequestOf(options: RequestOptions): SyncRequest {
  const { platform = 'MT5', balance = 1000, equity = balance, credit = 0, items = [], now } = options
  const shown = options.shown ?? items
  const floating = Math.abs(equity - balance - credit) < 0.01 ? 0 : equity - balance
  const wall = Math.floor(now / 1000) + (options.offset ?? 7200)
  const times = shown.map((item) => ('entry' in item ? item.time : item.close_time))
  const money = (item: Mt4Order | Mt5Deal) =>
    item.type === 'credit' ? 0 : item.profit + item.swap + item.commission + ('fee' in item ? item.fee : 0)
  return {
    v: 1,
    ea: { version: options.version ?? latestAdvisor, platform, build: 4885 },
    sync: { boot: options.boot ?? 'boot1', seq: options.seq ?? 1, reason: 'timer', sent_gmt: Math.floor(now / 1000) },
    account: {
      login: options.login ?? newLogin(),
      server: options.server ?? 'Broker-Live',
      company: 'Broker S.p.A.',
      currency: options.currency ?? 'EUR',
      digits: 2,
      leverage: 100,
      trade_mode: options.tradeMode ?? 'real',
      ...(platform === 'MT5' && { margin_mode: 'hedging' as const }),
      trade_allowed: true,
    },
    time: {
      tick: wall,
      tick_age: options.tickAge ?? 1,
      gmt: Math.floor(now / 1000),
      connected: options.connected ?? true,
    },
    snapshot: {
      balance,
      credit,
      equity,
      floating,
      open_count: options.openCount ?? options.positions?.length ?? (floating === 0 ? 0 : 1),
      positions: options.positions ?? [],
    },
    ...(options.points && { points: options.points }),
    ledger: {
      count: shown.length,
      net: Math.round(shown.reduce((sum, item) => sum + money(item), 0) * 100) / 100,
      first: shown.length === 0 ? 0 : Math.min(...times),
      last: shown.length === 0 ? 0 : Math.max(...times),
    },
    history:
      platform === 'MT4'
        ? { kind: 'mt4_orders', more: options.more ?? false, items: items as Mt4Order[] }
        : { kind: 'mt5_deals', more: options.more ?? false, items: items as Mt5Deal[] },
  }
}

export function dealOf(deal: Partial<Mt5Deal> & Pick<Mt5Deal, 'ticket' | 'time'>): Mt5Deal {
  return {
    position: '0',
    type: 'balance',
    entry: 'in',
    symbol: '',
    volume: 0,
    price: 0,
    profit: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    comment: '',
    ...deal,
  }
}

export function orderOf(order: Partial<Mt4Order> & Pick<Mt4Order, 'ticket' | 'close_time'>): Mt4Order {
  return {
    type: 'balance',
    symbol: '',
    lots: 0,
    open_time: order.close_time,
    open_price: 0,
    close_price: 0,
    profit: 0,
    swap: 0,
    commission: 0,
    comment: '',
    ...order,
  }
}

export interface SyncReply {
  status: number
  headers: Record<string, unknown>
  body: Omit<SyncAnswer, 'ok' | 'code'> & Omit<SyncRefusalBody, 'ok' | 'code'> & { ok: boolean; code: string }
}

export async function sendSync(app: FastifyInstance, token: string, body: unknown): Promise<SyncReply> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/ea/sync',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(reply.body) }
}
