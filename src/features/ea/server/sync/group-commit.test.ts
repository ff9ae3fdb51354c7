import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { connectDatabase } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { lockAwaited } from '#server/testing/locks.ts'
import { flushSyncs } from './flush.ts'
import { createHeldAccounts } from './held-accounts.ts'
import { flushPlain } from './plain-syncs.ts'
import type { SentSync, SyncResult } from './sent-sync.ts'
import { createIntake } from './intake.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf, type TestTrader } from '../testing/world.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

const flushChecked = (one: Kernel, sent: readonly SentSync[]) => flushSyncs(one, createSyncChecks(one), sent)

const sentOf = (trader: TestTrader, seq: number, more: object = {}): SentSync => ({
  tokenHash: kernel.secrets.hashToken(trader.token).toString('hex'),
  request: syncRequestOf({ now: clock.now(), seq, login: `9${trader.username.slice(6)}`, ...more }),
})

async function syncCount(trader: TestTrader): Promise<number> {
  const [row] = await sql<{ sync_count: number }[]>`
    select sync_count from trading_account where trader_id = ${trader.trader_id}`
  return row?.sync_count ?? 0
}

describe('in one transaction', () => {
  test('many requests are answered, each with its own answer', async () => {
    const traders = await Promise.all(Array.from({ length: 40 }, () => makeTrader(kernel)))
    const unknown: SentSync = { tokenHash: '00'.repeat(32), request: syncRequestOf({ now: clock.now() }) }
    const results = await flushChecked(kernel, [...traders.map((trader) => sentOf(trader, 1)), unknown])
    expect(results.slice(0, -1).every((result) => 'answer' in result)).toBe(true)
    expect(results.at(-1)).toEqual({ refusal: { code: 'TOKEN_INVALID' } })
    expect(await Promise.all(traders.map(syncCount))).toEqual(traders.map(() => 1))
  })

  test('an answer waits for the commit, and is then visible to every connection', async () => {
    const trader = await makeTrader(kernel)
    await flushChecked(kernel, [sentOf(trader, 1)])
    const outside = connectDatabase(kernel.address, { max: 1 })
    let answered = false
    const held = await outside.sql.begin(async (tx) => {
      await tx`select 1 from trading_account where trader_id = ${trader.trader_id} for update`
      const { request } = sentOf(trader, 2)
      const reply = sendSync(app, trader.token, request).then((value) => {
        answered = true
        return value
      })
      await lockAwaited(sql)
      expect(answered).toBe(false)
      return { reply }
    })
    expect((await held.reply).status).toBe(200)
    const [row] = await outside.sql`select sync_count from trading_account where trader_id = ${trader.trader_id}`
    expect(row).toEqual({ sync_count: 2 })
    await outside.close()
  })
  test('a transaction that fails leaves nothing, and its requests can be sent again', async () => {
    const trader = await makeTrader(kernel)
    const deposit = dealOf({ ticket: '1', time: 1_700_000_000, profit: 1000 })
    const sent = sentOf(trader, 1, { items: [deposit] })
    // A crash between the last write and the commit.
    const crashing = {
      ...kernel,
      sql: Object.assign((...args: Parameters<typeof sql>) => sql(...args), sql, {
        begin: (work: (tx: unknown) => Promise<unknown>) =>
          sql.begin(async (tx) => {
            await work(tx)
            throw new Error('crashed')
          }),
      }),
    } as typeof kernel
    await expect(flushChecked(crashing, [sent])).rejects.toThrow('crashed')
    expect(await sql`select 1 from trading_account where trader_id = ${trader.trader_id}`).toHaveLength(0)
    expect(await flushChecked(kernel, [sent])).toMatchObject([{ answer: { ok: true } }])
    expect(
      await sql`select 1 from ledger_record join trading_account using (account_id) where trader_id = ${trader.trader_id}`,
    ).toHaveLength(1)
  })
})

test('a request that cannot be handled is refused alone, and the next one finds the account unchanged', async () => {
  const [sick, sound] = [await makeTrader(kernel), await makeTrader(kernel)]
  await flushChecked(kernel, [sentOf(sick, 1), sentOf(sound, 1)])
  const [before] = await sql`select state_bytes from trading_account where trader_id = ${sick.trader_id}`
  await sql`update trading_account set state_bytes = '\\x01' where trader_id = ${sick.trader_id}`
  clock.advance(1000)
  const results = await flushChecked(kernel, [sentOf(sick, 2), sentOf(sound, 2)])
  expect(results).toMatchObject([{ refusal: { code: 'INTERNAL' } }, { answer: { ok: true } }])
  expect(await Promise.all([sick, sound].map(syncCount))).toEqual([1, 2])
  await sql`update trading_account set state_bytes = ${before?.['state_bytes'] as Buffer} where trader_id = ${sick.trader_id}`
  expect(await flushChecked(kernel, [sentOf(sick, 2)])).toMatchObject([{ answer: { ok: true } }])
})

describe('two instances on one database', () => {
  const another = connectDatabase(kernel.address, { max: 4 })
  const twin = { ...kernel, sql: another.sql }

  test('count every request of one account once, in any order', async () => {
    const traders = await Promise.all(Array.from({ length: 6 }, () => makeTrader(kernel)))
    const intakes = [kernel, twin].map((one) => {
      const held = createHeldAccounts()
      const checks = createSyncChecks(one)
      return createIntake({
        quick: (sent) => flushPlain(one, checks, held, sent),
        flush: (sent) => flushSyncs(one, checks, sent, held),
        onError: (error) => kernel.log.error({ err: error }, 'fault'),
      })
    })
    const answers: Promise<SyncResult>[] = []
    for (let round = 1; round <= 15; round += 1)
      for (const [place, intake] of intakes.entries())
        for (const trader of traders)
          answers.push(
            intake.submit(sentOf(trader, round, { boot: `place${place}`, login: `7${trader.username.slice(6)}` })),
          )
    const results = await Promise.all(answers)
    expect(results.filter((result) => !('answer' in result))).toEqual([])
    expect(await Promise.all(traders.map(syncCount))).toEqual(traders.map(() => 30))
    expect(kernel.lines.filter((line) => line['msg'] === 'fault')).toEqual([])
  })
  test('bind an account to one of two first senders', async () => {
    const [one, two] = [await makeTrader(kernel), await makeTrader(kernel)]
    const login = newLogin()
    const request = syncRequestOf({ now: clock.now(), login })
    const other = await testApp(twin, registerCheckedEa)
    const replies = await Promise.all([sendSync(app, one.token, request), sendSync(other, two.token, request)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
  test('take the same first request once', async () => {
    const trader = await makeTrader(kernel)
    const other = await testApp(twin, registerCheckedEa)
    const { request } = sentOf(trader, 1)
    const replies = await Promise.all([app, other].map((each) => sendSync(each, trader.token, request)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(await syncCount(trader)).toBe(1)
  })
})

describe('the queue', () => {
  const answer = { answer: { ok: true } } as SyncResult
  const waiting = (name: string): SentSync => ({ tokenHash: name, request: syncRequestOf({ now: 0 }) })

  test('handles simultaneous requests together, two transactions at a time, never two of one advisor', async () => {
    const flushes: string[][] = []
    let flying = 0
    let most = 0
    const intake = createIntake({
      largest: 3,
      onError: () => undefined,
      flush: async (sent) => {
        flushes.push(sent.map(({ tokenHash }) => tokenHash))
        most = Math.max(most, (flying += 1))
        await nextTurn()
        flying -= 1
        return sent.map(() => answer)
      },
    })
    await Promise.all(['a', 'b', 'a', 'c', 'd', 'e', 'f', 'a'].map((name) => intake.submit(waiting(name))))
    expect(flushes).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], ['a'], ['a']])
    expect(most).toBe(2)
  })
  test('handles requests together that come soon after a start, and the first one at once', async () => {
    const flushes: number[] = []
    const intake = createIntake({
      pauseMs: 50,
      onError: () => undefined,
      flush: async (sent) => {
        flushes.push(sent.length)
        return sent.map(() => answer)
      },
    })
    expect(await intake.submit(waiting('a'))).toBe(answer)
    const soon = ['b', 'c', 'd'].map(async (name) => {
      await nextTurn()
      return intake.submit(waiting(name))
    })
    await Promise.all(soon)
    expect(flushes).toEqual([1, 3])
  })
  test('halves a failed batch until the bad request is alone', async () => {
    const failed: number[] = []
    const intake = createIntake({
      onError: (_error, requests) => failed.push(requests),
      flush: async (sent) => {
        if (sent.some(({ tokenHash }) => tokenHash === 'bad')) throw new Error('cannot be handled')
        return sent.map(() => answer)
      },
    })
    const names = ['a', 'b', 'c', 'bad', 'd', 'e']
    const results = await Promise.all(names.map((name) => intake.submit(waiting(name))))
    expect(results.map((result) => 'answer' in result)).toEqual(names.map((name) => name !== 'bad'))
    expect(results[3]).toEqual({ refusal: { code: 'INTERNAL' } })
    expect(failed).toEqual([1])
  })
  test('answers all with 503 at once where the database is away', async () => {
    let tries = 0
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    const intake = createIntake({
      onError: () => undefined,
      flush: async () => {
        tries += 1
        throw away
      },
    })
    const results = await Promise.all(['a', 'b', 'c'].map((name) => intake.submit(waiting(name))))
    expect(results).toEqual(results.map(() => ({ refusal: { code: 'UNAVAILABLE' } })))
    expect(tries).toBe(1)
  })
  test('tries again after a lost race, three times', async () => {
    let tries = 0
    const race = Object.assign(new Error('duplicate key'), { code: '23505' })
    const intake = createIntake({
      onError: () => undefined,
      flush: async (sent) => {
        tries += 1
        if (tries < 3) throw race
        return sent.map(() => answer)
      },
    })
    expect(await intake.submit(waiting('a'))).toBe(answer)
  })
})

test('without a database a sync is 503 with a time to wait', async () => {
  const broken = await testKernel({ env: { RATE_LIMITS: 'off' } })
  const trader = await makeTrader(broken)
  const brokenApp = await testApp(broken, registerCheckedEa)
  await broken.sql.end({ timeout: 0 })
  for (const body of [syncRequestOf({ now: broken.clock.now() }), '{']) {
    const reply = await sendSync(brokenApp, trader.token, body)
    expect(reply).toMatchObject({ status: 503, headers: { 'x-ea-code': 'UNAVAILABLE', 'retry-after': '30' } })
    expect(reply.body).toMatchObject({ ok: false, code: 'UNAVAILABLE', retry_after: 30 })
  }
})
