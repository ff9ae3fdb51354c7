import { dealOf, orderOf, syncRequestOf } from '#features/ea/server/testing/world.ts'
import type { Sql } from '#server/database/database.ts'
import type { Secrets } from '#server/settings/crypto.ts'
import type { Request } from './load.ts'

/** The advisors of invented traders, and the text of their next sync. */

export interface Advisor {
  username: string
  token: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  company: string
  currency: string
  trade_mode: 'real' | 'demo'
  balance: number
}

/** No run reaches more of them, and they are sent to the generator in one message. */
const mostAdvisors = 100_000

/** In the order of the seed's list. */
export async function readAdvisors(sql: Sql, secrets: Secrets): Promise<Advisor[]> {
  const rows = await sql<(Advisor & { trader_id: string; token_sealed: string })[]>`
    select trader_id, username, token_sealed, platform, server, login, company, currency, trade_mode, balance
      from trading_account join ea_token using (trader_id) join trader using (trader_id)
     order by trader_id
     limit ${mostAdvisors}`
  return rows.map(({ trader_id, token_sealed, ...advisor }) => ({
    ...advisor,
    token: secrets.open(token_sealed, trader_id),
  }))
}

/**
 * Gives the HTTP text of the advisors' syncs in turn. With `records`, each one closes a trade. As in a terminal, an advisor sends nothing
 * before it has its answer: of two requests at once the server may take the newer one first, and the older one changes nothing then.
 */
export function syncsInTurn(advisors: readonly Advisor[], { records }: { records: boolean }): () => Request {
  const ledgers = advisors.map(({ balance }) => ({ balance, count: 0, net: 0, first: 0, last: 0 }))
  const waiting = new Set<number>()
  let [sent, turn] = [0, 0]
  return () => {
    if (waiting.size === advisors.length)
      throw new Error('every advisor waits for an answer: fewer connections are needed')
    while (waiting.has(turn % advisors.length)) turn += 1
    const place = turn % advisors.length
    const [advisor, ledger] = [advisors[place], ledgers[place]]
    if (advisor === undefined || ledger === undefined) throw new Error('no advisor')
    sent += 1
    turn += 1
    const now = Date.now()
    const floating = (5 + (sent % 17)) / 5
    const items = records ? closedTrade(advisor, sent, Math.floor(now / 1000) + brokerOffset) : []
    for (const item of items) {
      const time = 'entry' in item ? item.time : item.close_time
      const net = Math.round(100 * item.profit) / 100
      ledger.balance += net
      ledger.net += net
      ledger.count += 1
      ledger.first ||= time
      ledger.last = time
    }
    const { balance, ...listed } = ledger
    const request = syncRequestOf({
      ...advisor,
      tradeMode: advisor.trade_mode,
      boot: `bench-${process.pid}`,
      seq: sent,
      now,
      offset: brokerOffset,
      balance,
      equity: Math.round(100 * (balance + floating)) / 100,
      positions: [openPosition(floating)],
      items,
    })
    request.account.company = advisor.company
    request.ledger = { ...listed, net: Math.round(100 * listed.net) / 100 }
    waiting.add(place)
    return { text: post(JSON.stringify(request), advisor.token, place), answered: () => void waiting.delete(place) }
  }
}

/** Seconds east of UTC of the brokers' clocks. */
const brokerOffset = 7200

const openedAt = Math.floor(Date.now() / 1000) + brokerOffset - 60

/** A price has five decimals, an amount two, as terminals send them: longer numbers would take more bytes of each state. */
function openPosition(profit: number) {
  return {
    id: '7',
    symbol: 'EURUSD',
    side: 'buy' as const,
    volume: 0.1,
    open_time: openedAt,
    open_price: 1.1,
    price: Math.round(1e5 * (1.1 + profit / 10_000)) / 1e5,
    profit,
    swap: 0,
  }
}

/** A purchase of a minute that gained one unit of the account's currency. */
function closedTrade({ platform }: Advisor, place: number, time: number) {
  const ticket = 2_000_000_000 + 3 * place
  const trade = { symbol: 'EURUSD', profit: 1, swap: 0, commission: 0 }
  if (platform === 'MT4') {
    const prices = { open_price: 1.1, close_price: 1.1001 }
    const times = { open_time: time - 60, close_time: time }
    return [orderOf({ ...trade, ...prices, ...times, ticket: String(ticket), type: 'buy', lots: 0.1 })]
  }
  const deal = { ...trade, volume: 0.1, position: String(ticket) }
  return [
    dealOf({ ...deal, ticket: String(ticket + 1), time: time - 60, type: 'buy', entry: 'in', price: 1.1, profit: 0 }),
    dealOf({ ...deal, ticket: String(ticket + 2), time, type: 'sell', entry: 'out', price: 1.1001 }),
  ]
}

/** Each advisor sends from an address of its own. */
const post = (body: string, token: string, place: number) =>
  `POST /api/ea/sync HTTP/1.1\r\nHost: bench.example\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n` +
  `X-Forwarded-For: 2a0b:${(place >>> 16).toString(16)}:${(place & 0xffff).toString(16)}::1\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
