import { describe, expect, test } from 'vitest'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { connectDatabase, type Sql } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { lockAwaited } from '#server/testing/locks.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf, type TestTrader } from '../testing/world.ts'
import { flushSyncs } from './flush.ts'
import { createHeldAccounts } from './held-accounts.ts'
import { flushPlain } from './plain-syncs.ts'
import type { SentSync, SyncResult } from './sent-sync.ts'
import {
  engineColumns,
  packedMemoryOf,
  unpackEngine,
  unpackIntake,
  type EngineColumns,
  type IntakeColumns,
} from './stored-state.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const checks = createSyncChecks(kernel)

/** An instance of the server, as far as syncs are concerned. */
function instance(one: Kernel = kernel) {
  const held = createHeldAccounts()
  const own = one === kernel ? checks : createSyncChecks(one)
  return {
    plain: (sent: readonly SentSync[]) => flushPlain(one, own, held, sent),
    whole: (sent: readonly SentSync[]) => flushSyncs(one, own, sent, held),
    async sync(sent: SentSync): Promise<SyncResult | undefined> {
      const [result] = await flushPlain(one, own, held, [sent])
      return result ?? (await flushSyncs(one, own, [sent], held))[0]
    },
  }
}

interface Scene extends TestTrader {
  login: string
  openedAt: number
}

const openedAt = Math.floor(clock.now() / 1000)
const newScene = async (): Promise<Scene> => ({ ...(await makeTrader(kernel)), login: newLogin(), openedAt })
const deposit = dealOf({ ticket: '1', time: openedAt - 90_000, profit: 10_000 })

/** A sync with an open position whose price moves. */
const sentOf = ({ token, login }: Scene, seq: number, more: object = {}): SentSync => ({
  tokenHash: kernel.secrets.hashToken(token).toString('hex'),
  request: syncRequestOf({
    now: clock.now(),
    login,
    seq,
    shown: [deposit],
    items: seq === 1 ? [deposit] : [],
    balance: 10_000,
    equity: 10_000 + Math.round(Math.sin(seq) * 5_000) / 100,
    positions: [
      {
        id: '7',
        symbol: 'EURUSD',
        side: 'buy',
        volume: 0.1,
        open_time: openedAt,
        open_price: 1.1,
        price: 1.1 + Math.sin(seq) / 200,
        profit: Math.round(Math.sin(seq) * 5_000) / 100,
        swap: 0,
      },
    ],
    ...more,
  }),
})

/** All that is stored of an account, but for its name and what is random. */
async function everything({ trader_id }: Scene): Promise<unknown> {
  const [row] = await sql`
    select to_jsonb(account) - array['account_id', 'trader_id', 'login', 'server', 'server_key', 'state_bytes'] as account,
           intake_bytes, intake, ${engineColumns(sql, 'account')},
           to_jsonb(known) - array['account_id', 'ledger_head'] as known,
           (select json_agg(to_jsonb(daily) - 'account_id' order by day) from daily_row_now daily where daily.account_id = account.account_id) as days,
           (select encode(packed.days, 'hex') from recent_days packed where packed.account_id = account.account_id) as closed_days,
           (select json_agg(to_jsonb(point) - 'account_id' order by at) from account_point point where point.account_id = account.account_id) as points,
           (select count(*)::int from sync_ledger entry where entry.account_id = account.account_id) as entries,
           (select json_agg(tag.code order by code) from integrity_tag tag where tag.account_id = account.account_id) as tags
      from trading_account account join account_integrity known using (account_id) where trader_id = ${trader_id}`
  // The intake holds the ledger's head.
  const { state_bytes, intake_bytes, intake, ...rest } = row as unknown as EngineColumns & IntakeColumns
  const { boots, ...known } = unpackIntake({ state_bytes, intake_bytes, intake })
  return {
    ...rest,
    engine: unpackEngine({ ...rest, state_bytes }),
    memory: state_bytes && Object.values(packedMemoryOf(state_bytes)).map((part) => Buffer.from(part).toString('hex')),
    intake: {
      ...known,
      boots: boots.map(({ answer, ...boot }) => ({ ...boot, answer: { ...answer, ledger_head: '' } })),
    },
  }
}

const answered = { answer: { ok: true } }

/** Two syncs that a held account needs: the first makes it, the second describes it. */
async function settle(one: ReturnType<typeof instance>, scene: Scene): Promise<void> {
  for (const seq of [1, 2]) {
    clock.advance(MINUTE_MS)
    expect(await one.sync(sentOf(scene, seq))).toMatchObject(answered)
  }
}

test('the short way stores what the long way stores, through hours and midnights', async () => {
  const [short, long] = [await newScene(), await newScene()]
  const one = instance()
  let shortened = 0
  for (let seq = 1; seq <= 40; seq += 1) {
    clock.advance(seq % 13 === 0 ? 600 * MINUTE_MS : 7 * MINUTE_MS)
    const sent = sentOf(short, seq)
    const [result] = await one.plain([sent])
    if (result !== null) shortened += 1
    expect(result === null ? await one.whole([sent]) : [result]).toMatchObject([answered])
    // An instance that holds nothing.
    expect(await instance().whole([sentOf(long, seq)])).toMatchObject([answered])
    expect(await everything(short)).toEqual(await everything(long))
  }
  expect(shortened).toBeGreaterThan(20)
})

test('a sync of a held account is one statement', async () => {
  const statements: string[] = []
  const counted: Sql = Object.assign(
    (...given: Parameters<Sql>) => {
      const query = sql(...given)
      statements.push('sql')
      return query
    },
    sql,
    { begin: () => Promise.reject(new Error('a transaction was opened')) },
  ) as Sql
  const held = createHeldAccounts()
  const scene = await newScene()
  for (const seq of [1, 2]) await flushSyncs(kernel, checks, [sentOf(scene, seq)], held)
  clock.advance(MINUTE_MS)
  expect(await flushPlain({ ...kernel, sql: counted }, checks, held, [sentOf(scene, 3)])).toMatchObject([answered])
})

describe('two instances on one database', () => {
  const another = connectDatabase(kernel.address, { max: 4 })
  const twin = { ...kernel, sql: another.sql }

  test('never write over what the other one stored', async () => {
    const [shared, alone] = [await newScene(), await newScene()]
    const instances = [instance(), instance(twin)]
    const only = instance()
    for (let seq = 1; seq <= 24; seq += 1) {
      clock.advance(3 * MINUTE_MS)
      // Each has some syncs in a row, so that it holds the account when the other one stores the next.
      expect(await instances[Math.floor(seq / 4) % 2]?.sync(sentOf(shared, seq))).toMatchObject(answered)
      expect(await only.sync(sentOf(alone, seq))).toMatchObject(answered)
    }
    expect(await everything(shared)).toEqual(await everything(alone))
  })

  test('a sync that waits while the other one stores is handled again', async () => {
    const scene = await newScene()
    const [one, other] = [instance(), instance(twin)]
    await settle(one, scene)
    clock.advance(MINUTE_MS)
    const late = await sql.begin(async (tx) => {
      await tx`update trading_account set sync_count = sync_count + 1 where trader_id = ${scene.trader_id}`
      const waiting = one.plain([sentOf(scene, 3)])
      await lockAwaited(sql)
      return { waiting }
    })
    expect(await late.waiting).toEqual([null])
    expect(await other.sync(sentOf(scene, 3))).toMatchObject(answered)
    const [row] = await sql`select sync_count from trading_account where trader_id = ${scene.trader_id}`
    expect(row).toEqual({ sync_count: 4 })
  })
})

describe('a held account takes the long way', () => {
  const changes: [string, (scene: Scene) => Promise<unknown>, object][] = [
    [
      'after its trader was deactivated',
      ({ trader_id }) => sql`update trader set deactivated_at = now() where trader_id = ${trader_id}`,
      { refusal: { code: 'FORBIDDEN' } },
    ],
    [
      'after its plan was taken back',
      ({ trader_id }) =>
        sql`update subscription set until = ${new Date(clock.now() - 1).toISOString()} where trader_id = ${trader_id}`,
      { refusal: { code: 'SUBSCRIPTION_REQUIRED' } },
    ],
    [
      'after its token was replaced',
      ({ trader_id }) => sql`update ea_token set token_hash = '\\x01' where trader_id = ${trader_id}`,
      { refusal: { code: 'TOKEN_INVALID' } },
    ],
    [
      'after its server was renamed',
      ({ trader_id }) => sql`update trading_account set server = 'Other' where trader_id = ${trader_id}`,
      { refusal: { code: 'ACCOUNT_MISMATCH' } },
    ],
    [
      'after a case held it',
      ({ trader_id }) => sql`
        insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence, occurrences)
        select ${kernel.secrets.newId()}, account_id, 'x', true, now(), now(), now(), 1, '{}', 1
          from trading_account where trader_id = ${trader_id}`,
      answered,
    ],
    [
      'after a review wrote its memory',
      ({ trader_id }) => sql`
        update account_integrity known set holding_p95_ms = 5
          from trading_account account where account.account_id = known.account_id and trader_id = ${trader_id}`,
      answered,
    ],
    [
      'while its owner proves the account',
      ({ trader_id }) => sql`
        insert into ownership_proof (account_id, code, issued_at, expires_at)
        select account_id, 'TT-2', now(), now() from trading_account where trader_id = ${trader_id}`,
      answered,
    ],
  ]
  test.for(changes)('%s', async ([, change, expected]) => {
    const scene = await newScene()
    const one = instance()
    await settle(one, scene)
    clock.advance(MINUTE_MS)
    expect(await one.plain([sentOf(scene, 3)])).toMatchObject([answered])
    await change(scene)
    clock.advance(MINUTE_MS)
    expect(await one.plain([sentOf(scene, 4)])).toEqual([null])
    expect(await one.whole([sentOf(scene, 4)])).toMatchObject([expected])
  })

  test('where it brings a record, or is repeated', async () => {
    const scene = await newScene()
    const one = instance()
    await settle(one, scene)
    clock.advance(MINUTE_MS)
    const record = dealOf({ ticket: '2', time: Math.floor(clock.now() / 1000), profit: 5 })
    const more = { shown: [deposit, record], items: [record], balance: 10_005, equity: 10_005 }
    expect(await one.plain([sentOf(scene, 2), sentOf(scene, 3, more)])).toEqual([null, null])
  })
})

test('an instance that holds as many accounts as it may takes another one once the oldest stays away', async () => {
  const [one, other] = [await newScene(), await newScene()]
  const held = createHeldAccounts(1)
  const isHeld = ({ token }: Scene) => held.get(kernel.secrets.hashToken(token).toString('hex')) !== undefined
  const sync = (scene: Scene, seq: number) => flushSyncs(kernel, checks, [sentOf(scene, seq)], held)
  for (const scene of [one, other]) for (const seq of [1, 2]) await sync(scene, seq)
  expect([isHeld(one), isHeld(other)]).toEqual([true, false])
  clock.advance(16 * MINUTE_MS)
  await sync(other, 3)
  expect([isHeld(one), isHeld(other)]).toEqual([false, true])
})

test('the answer of a held account comes after its commit', async () => {
  const scene = await newScene()
  const app = await testApp(kernel, registerCheckedEa)
  const send = (seq: number) => sendSync(app, scene.token, sentOf(scene, seq).request)
  for (const seq of [1, 2, 3]) {
    clock.advance(MINUTE_MS)
    expect((await send(seq)).status).toBe(200)
  }
  clock.advance(MINUTE_MS)
  let isAnswered = false
  const reply = await sql.begin(async (tx) => {
    await tx`select from trading_account where trader_id = ${scene.trader_id} for update`
    const sending = send(4).then((value) => {
      isAnswered = true
      return value
    })
    await lockAwaited(sql)
    expect(isAnswered).toBe(false)
    return { sending }
  })
  expect((await reply.sending).status).toBe(200)
})
