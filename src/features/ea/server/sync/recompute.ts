import { isVersionOne, readEngineState, type EngineState } from '#features/performance/rules/engine-state.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { recompute } from '#features/performance/rules/version-one.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, utcDay } from '#shared/dates.ts'
import { openingsOf } from '../accounts/openings.ts'
import { dailyRowsOf, lockVersionOne, storeEngine, versionOneLeft } from './recompute-queries.ts'
import { writeRows } from './writes.ts'

/** Accounts of one transaction. */
const atOnce = 100
/** A run ends before the next one is due. */
const runMs = 0.8 * MINUTE_MS

/**
 * Recomputes locked accounts whose state is of version 1 of the formula. One that cannot be read is logged and stays as it is.
 * @returns the new states, by account
 */
export async function recomputeAccounts(
  { log }: Pick<Kernel, 'log'>,
  tx: Transaction,
  accounts: readonly { account_id: string; engine: unknown }[],
  rates: Rates,
): Promise<Map<string, EngineState>> {
  const outdated = accounts.filter(({ engine }) => isVersionOne(engine))
  const states = new Map<string, EngineState>()
  if (outdated.length === 0) return states
  const ids = outdated.map(({ account_id }) => account_id)
  const stored = Map.groupBy(await dailyRowsOf(tx, ids), ({ account_id }) => account_id)
  const openings = new Map((await openingsOf(tx, ids)).map((opening) => [opening.account_id, opening]))
  const rows: (DailyRow & { account_id: string })[] = []
  for (const { account_id, engine } of outdated) {
    const opening = openings.get(account_id)
    try {
      const result = recompute(
        readEngineState(engine),
        stored.get(account_id) ?? [],
        opening === undefined ? null : { ...opening, day: utcDay(opening.t) },
        rates,
      )
      states.set(account_id, result.state)
      for (const row of result.rows) rows.push({ ...row, account_id })
    } catch (error) {
      log.error({ err: error, account_id }, 'account not recomputed')
    }
  }
  await writeRows(tx, rows)
  await storeEngine(tx, states)
  return states
}

/**
 * Recomputes the accounts that still have a state of version 1, some at a time; each one's next sync would do the same. For a job. Until
 * then the ranking shows the figures of version 1.
 * @returns how many were recomputed
 */
export async function recomputeOutdated(kernel: Kernel): Promise<number> {
  const rates = await loadRates(kernel.sql)
  const end = performance.now() + runMs
  let done = 0
  let last: string | null = null
  do {
    const [locked, states] = await kernel.sql.begin(async (tx) => {
      const accounts = await lockVersionOne(tx, last, atOnce)
      return [accounts, await recomputeAccounts(kernel, tx, accounts, rates)] as const
    })
    done += states.size
    last = locked.length < atOnce ? null : (locked.at(-1)?.account_id ?? null)
  } while (last !== null && performance.now() < end)
  if (done > 0) {
    const left = await versionOneLeft(kernel.sql)
    kernel.log.info({ recomputed: done, left }, 'accounts recomputed by version 2 of the formula')
  }
  return done
}
