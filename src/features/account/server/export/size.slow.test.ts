import { threadCpuUsage } from 'node:process'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { exportScene, type ExportDocument } from '../testing/exports.ts'
import { wholeTrader, type WholeTrader } from '../testing/whole-trader.ts'

const { kernel, app, second, url, read } = await exportScene()
const { clock } = kernel

/** The cost of each turn of the event loop for this thread, in milliseconds of its own time. Other processes do not count. */
function watchTurns(): number[] & { stop: () => void } {
  const used = () => {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  }
  let last = used()
  const turns: number[] = []
  const timer = setInterval(() => {
    const now = used()
    turns.push(now - last)
    last = now
  }, 1)
  return Object.assign(turns, { stop: () => clearInterval(timer) })
}

describe('a long history', () => {
  let long: WholeTrader
  beforeAll(async () => {
    clock.advance(HOUR_MS)
    long = await wholeTrader(kernel, app)
    // The role of the server has limits of time, which a busy machine passes.
    await asOwner(kernel, async (own) => {
      await own`
        insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
        select account_id, 't' || n, 'EURUSD', 'buy', 1, now(), now(), n * 0.01, 'witnessed'
          from trading_account, generate_series(1, 100000) n where trader_id = ${long.trader_id} and closed_at is null`
      await own`
        insert into account_point (account_id, at, balance, equity)
        select account_id, now() + n * interval '1 microsecond', 1, 1
          from trading_account, generate_series(1, 1500) n where trader_id = ${long.trader_id} and closed_at is null`
      await own`
        insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
        select account_id, 'v' || ticket, revision, '{}', now(), false
          from trading_account, generate_series(1, 100) ticket, generate_series(1, 12) revision
         where trader_id = ${long.trader_id} and closed_at is null`
    })
  })

  test.each(['json', 'csv'])('of 100,000 trades leaves as %s without delaying others', async (format) => {
    const answered = await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => app.listeningOrigin)
    const memory = process.memoryUsage().rss
    const turns = watchTurns()
    const answer = await fetch(`${answered}${url}?format=${format}`, { headers: long.headers })
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    turns.stop()
    expect(process.memoryUsage().rss - memory).toBeLessThan(250_000_000)
    expect(turns.length).toBeGreaterThan(100)
    expect(Math.max(...turns)).toBeLessThan(50)
    const trades =
      format === 'json'
        ? (JSON.parse(bytes.toString()) as ExportDocument).data['trade']?.map((row) => row['ticket'])
        : Buffer.from(unzipSync(bytes)['operazioni.csv'] ?? [])
            .toString()
            .split('\r\n')
            .slice(1, -1)
            .map((line) => line.split(';')[1])
    expect([trades?.length, new Set(trades).size]).toEqual([100_002, 100_002])
    const revisions =
      format === 'json' ? (JSON.parse(bytes.toString()) as ExportDocument).data['record_revision'] : null
    const keys = revisions?.map((row) => `${String(row['ticket'])} ${String(row['revision'])}`)
    expect(new Set(keys).size).toBe(keys?.length ?? 0)
    expect(keys?.length ?? 1_201).toBeGreaterThan(1_200)
    // Moments closer together than a millisecond are not lost between two pages.
    const points =
      format === 'json' ? (JSON.parse(bytes.toString()) as ExportDocument).data['account_point']?.length : 1_503
    expect(points).toBeGreaterThanOrEqual(1_500)
  })

  test('a client that leaves in the middle lets the next one in', async () => {
    const leaving = new AbortController()
    const answer = await fetch(`${app.listeningOrigin}${url}`, { headers: long.headers, signal: leaving.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    expect((await read(long.headers)).statusCode).toBe(409)
    expect((await read(long.headers, 'json', second)).statusCode).toBe(409)
    leaving.abort()
    await expect
      .poll(async () => (await app.inject({ method: 'GET', url, headers: long.headers })).statusCode, {
        timeout: 10_000,
        interval: 300,
      })
      .toBe(200)
  })
})
