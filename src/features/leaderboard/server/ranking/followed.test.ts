import { expect, test } from 'vitest'
import { applySnapshot } from '#features/performance/rules.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { loadRates, refreshRates } from '#features/performance/server/service.ts'
import { oneMoment } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, dayText, HOUR_MS, MINUTE_MS, utcDay } from '#shared/dates.ts'
import { changesSince, endOfChanges } from '../change-queries.ts'
import { account, grant, sync, type TestAccount } from '../testing/accounts.ts'
import { createTraderTable, type TraderTable } from './table/trader-table.ts'
import { createTraderIndex } from './trader-index.ts'

/** An account that is followed by its own row alone must come to the same figures, to the last bit, as one that is read whole. */

const kernel = await testKernel()
const { sql, clock } = kernel
const never = new AbortController().signal

/** Whole numbers below `most`, the same in each run. */
function randomFrom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** A later snapshot without records, as a plain sync brings it. @param share of the equity that is gained */
async function move({ account_id }: TestAccount, share: number): Promise<void> {
  const t = clock.now()
  const [row] = await sql<{ engine: EngineState; currency: string }[]>`
    select engine, currency from trading_account where account_id = ${account_id}`
  if (row === undefined) throw new Error('no such account')
  const { balance } = row.engine.snapshot
  const snapshot = { t, balance, equity: balance * (1 + share), open_since: t - MINUTE_MS }
  const rates = await loadRates(sql)
  const { state, rows } = applySnapshot(row.engine, { ...row, snapshot, trades: [], operations: [], rates })
  await sql.begin(async (tx) => {
    await tx`
      update trading_account set engine = ${sql.json(state as never)}, last_snapshot_at = ${new Date(t).toISOString()},
             last_receipt_at = ${new Date(t).toISOString()}, sync_count = sync_count + 1
       where account_id = ${account_id}`
    // A day that closes, and the one that begins.
    if (rows.length > 1)
      for (const { day, ...figures } of rows)
        await tx`
          insert into daily_row ${sql([{ account_id, day: dayText(day), ...figures }])}
          on conflict (account_id, day) do update
            set equity_end = excluded.equity_end, growth = excluded.growth, high = excluded.high, low = excluded.low,
                drawdown = excluded.drawdown, drawdown_end = excluded.drawdown_end`
  })
}

/** As the bank's file brings it. */
async function newRate(currency: string, day: number, units: number): Promise<void> {
  const file = `<Cube time="${dayText(day)}"><Cube currency="${currency}" rate="${units.toFixed(4)}"/></Cube>`
  const config = { ...kernel.config, RATES_URL: `data:text/xml,${encodeURIComponent(file)}` }
  expect(await refreshRates({ ...kernel, config })).not.toBeNull()
}

const rowsOf = (table: TraderTable) =>
  new Map([...table.ids()].map((id) => [id, table.trader(table.slotOf(id) ?? 0)] as const))

test.for([1, 2, 3, 4])(
  'after each of many random changes every row is as one that is read whole (%i)',
  async (seed) => {
    const random = randomFrom(seed)
    const shapes = [
      { currency: 'EUR', nets: Array.from({ length: 100 }, (_, day) => (day % 7) * 40 - 90) },
      { currency: 'USD', nets: Array.from({ length: 40 }, (_, day) => 30 - (day % 4) * 25) },
      { currency: 'USD', nets: [500, -2_000], floating: -100 },
      { currency: 'XXX', nets: [10, 20] },
    ]
    const accounts = await Promise.all(
      shapes.map((shape, index) =>
        account(kernel, { ...shape, username: `one-${seed}-${index}`, plan_ms: 400 * DAY_MS }),
      ),
    )
    const table = createTraderTable()
    const index = createTraderIndex(kernel, table, never)
    let position = await endOfChanges(sql)
    await index.reloadAll(clock.now())
    let followed = 0
    /** Traders who were not read since the rates changed: they show the former ones. */
    const outdated = new Set<string>()
    let day = utcDay(clock.now())

    /** As the refresher does it. */
    async function refresh(): Promise<void> {
      const now = clock.now()
      if (utcDay(now) !== day) {
        day = utcDay(now)
        const unknown = await index.turn([...table.ids()], now)
        await index.reload(unknown, now)
        for (const id of unknown) outdated.delete(id)
      }
      const read = await sql.begin(oneMoment, async (tx) => {
        const { position: end, changes } = await changesSince(tx, position)
        return { end, changes, ...(await index.follow(tx, changes?.accounts ?? [], now)) }
      })
      followed += (read.changes?.accounts.length ?? 0) - read.left.length
      await index.reload([...(read.changes?.traders ?? []), ...read.left], now)
      for (const id of [...(read.changes?.traders ?? []), ...(read.changes?.accounts ?? [])]) outdated.delete(id)
      position = read.end
      await index.age(now)
    }

    const changes: ((one: TestAccount) => Promise<unknown>)[] = [
      (one) => sync(kernel, one, random(400) - 150),
      (one) => grant(kernel, one.trader_id, 'diamond', clock.now() + (random(3) - 1) * DAY_MS),
      (one) => sql`update trader set hide_amounts = not hide_amounts where trader_id = ${one.trader_id}`,
      (one) => sql`update trader set display_name = ${`Name ${random(9)}`} where trader_id = ${one.trader_id}`,
      (one) => sql`
      insert into integrity_tag (account_id, code, first_at, last_at, occurrences)
      values (${one.account_id}, ${['ledger_mismatch', 'equity_mismatch', 'late_records', 'cent_account'][random(4)] ?? ''}, ${new Date(clock.now()).toISOString()},
              ${new Date(clock.now()).toISOString()}, 1)
      on conflict (account_id, code) do update set last_at = excluded.last_at`,
      async () => {
        await newRate('USD', utcDay(clock.now()) - random(20), 1 + random(100) / 300)
        for (const id of table.ids()) outdated.add(id)
      },
      async () => clock.advance((1 + random(3)) * DAY_MS),
      async () => clock.advance(random(8) * HOUR_MS),
    ]
    for (let round = 0; round < 120; round += 1) {
      clock.advance(1 + random(3 * MINUTE_MS))
      const one = accounts[random(accounts.length)] as TestAccount
      const change = random(2) === 0 ? changes[random(changes.length)] : undefined
      if (change !== undefined) await change(one)
      else await move(one, (random(400) - 180) / 1_000)
      // Some refreshes find more than one change.
      if (random(4) === 0) continue
      await refresh()
      const whole = createTraderTable()
      await createTraderIndex(kernel, whole, never).reloadAll(clock.now())
      const expected = rowsOf(whole)
      const rows = [...rowsOf(table)].filter(([id]) => !outdated.has(id))
      for (const [id, trader] of rows) expect(trader, `round ${round}`).toEqual(expected.get(id))
      expect([...table.ids()].toSorted()).toEqual([...whole.ids()].toSorted())
    }
    expect(followed).toBeGreaterThan(5)
  },
)
