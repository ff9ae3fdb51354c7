import { expect, test } from 'vitest'
import type { Mt4Order, SyncAnswer, SyncRequest } from '#features/ea/sync-contract.ts'
import { createAdvisor, type Progress, type Terminal } from './advisor.ts'
import { reactionTo, type Reply } from './reaction.ts'
import { createRecordBook } from './record-book.ts'

const answer: SyncAnswer = {
  ok: true,
  code: 'OK',
  next_sync: 300,
  history_from: 0,
  history_after: '0',
  batch: 40,
  want_positions: true,
  message: '',
  level: 'info',
  latest_ea: '1.0.0',
  server_time: 0,
}

function order(ticket: number, time: number): Mt4Order {
  return {
    ticket: String(ticket),
    type: 'buy',
    symbol: 'EURUSD',
    lots: 0.1,
    open_time: time,
    open_price: 1,
    close_time: time,
    close_price: 1,
    profit: 0.1,
    swap: 0,
    commission: 0,
  }
}

function terminalWith(count: number): Terminal {
  const book = createRecordBook('mt4_orders')
  book.append(Array.from({ length: count }, (_, index) => order(count - index, 1000 + (count - index))))
  return {
    ea: { version: '1.0.0', platform: 'MT4', build: 0 },
    account: { login: '1', server: 'S', company: 'C', currency: 'EUR', digits: 2, trade_mode: 'real' },
    book,
    time: () => ({ tick: 5000, tick_age: 0, gmt: 5000, connected: true }),
    snapshot: () => ({ balance: 1, credit: 0, equity: 1, floating: 0, open_count: 0 }),
  }
}

const reply = (status: number, body: unknown, retryAfter: number | null = null): Reply => ({
  status,
  code: '',
  retryAfter,
  body,
})

/** Plays a server that stores what it gets and answers its cursor, after the given replies. */
function session(count: number, first: (Reply | null)[], patience?: number) {
  const requests: SyncRequest[] = []
  const waits: number[] = []
  const progress: Progress[] = []
  let last = { time: 0, ticket: '0' }
  const advisor = createAdvisor({
    terminal: terminalWith(count),
    boot: 'b',
    jitter: () => 0,
    wait: async (seconds) => void waits.push(seconds),
    onProgress: (event) => progress.push(event),
    ...(patience !== undefined && { patience }),
    send: async (request) => {
      requests.push(request)
      const scripted = first.shift()
      if (scripted !== undefined) return scripted
      const newest = request.history.items.at(-1) as Mt4Order | undefined
      if (newest) last = { time: newest.close_time, ticket: newest.ticket }
      return reply(200, { ...answer, history_from: last.time, history_after: last.ticket })
    },
  })
  return { advisor, requests, waits, progress }
}

test('the first request is empty and says more; batches follow in the order of time and ticket', async () => {
  const { advisor, requests, waits } = session(100, [])
  expect(await advisor.sync('timer')).toMatchObject({ done: true, pending: 0 })
  expect(requests.map(({ history }) => [history.items.length, history.more])).toEqual([
    [0, true],
    [40, true],
    [40, true],
    [20, false],
  ])
  expect(requests.map(({ sync }) => sync.seq)).toEqual([1, 2, 3, 4])
  expect(requests[0]?.ledger).toEqual({ count: 100, net: 10, first: 1001, last: 1100 })
  expect(requests.flatMap(({ history }) => history.items.map(({ ticket }) => Number(ticket)))).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
  expect(waits).toEqual([2, 2, 2])
  expect(await advisor.sync('timer')).toMatchObject({ done: true })
  expect(requests.at(-1)?.history).toMatchObject({ items: [], more: false })
})

test('413 halves the batch down to ten', async () => {
  const { advisor, requests } = session(30, [reply(200, { ...answer }), reply(413, {}), reply(413, {})])
  expect(await advisor.sync('timer')).toMatchObject({ done: true })
  expect(requests.map(({ history }) => history.items.length)).toEqual([0, 30, 15, 10, 10, 10])
  expect(new Set(requests.map(({ sync }) => sync.seq)).size).toBe(requests.length)
})

test('without an answer the same number goes out again, with growing waits', async () => {
  const { advisor, requests, waits } = session(0, [null, null])
  await advisor.sync('timer')
  expect(requests.map(({ sync }) => sync.seq)).toEqual([1, 1, 1, 2])
  expect(waits.slice(0, 2)).toEqual([30, 60])
})

test('the wait of a busy server is kept, and patience ends', async () => {
  const busy = session(0, [reply(429, { message: 'Troppe richieste' }, 31), reply(503, {}, 40)])
  expect(await busy.advisor.sync('timer')).toMatchObject({ done: true })
  expect(busy.waits.slice(0, 2)).toEqual([31, 40])
  const gone = session(0, [null, reply(502, ''), reply(200, '<html>')], 3)
  expect(await gone.advisor.sync('timer')).toMatchObject({ done: false, message: expect.stringContaining('Rinuncio') })
})

test.each([400, 401, 402, 403, 404, 409, 422, 426])('%d ends the turn with the reason', async (status) => {
  const { advisor, requests } = session(3, [reply(status, { code: 'X', message: 'Perché no.', errors: ['a: b.'] })])
  expect(await advisor.sync('timer')).toEqual({ done: false, message: `${status} X: Perché no. a: b.` })
  expect(requests).toHaveLength(1)
})

test('back-off doubles to fifteen minutes', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 9].map((failures) => {
    const reaction = reactionTo(null, failures, 0)
    return reaction.do === 'wait' ? reaction.seconds : null
  })
  expect(seconds).toEqual([30, 60, 120, 240, 480, 900, 900])
})

test('-1 requests nothing, tickets beyond 2^53 keep their order', () => {
  const book = createRecordBook('mt4_orders')
  book.append([
    { ...order(1, 50), ticket: '9007199254740995' },
    { ...order(1, 50), ticket: '9007199254740993' },
    { ...order(1, 50), ticket: '99' },
  ])
  expect(book.after(-1, '', 10).pending).toBe(0)
  expect(book.after(50, '99', 10).items.map(({ ticket }) => ticket)).toEqual(['9007199254740993', '9007199254740995'])
})
