import { onlyRow, type Sql } from '#server/database/database.ts'
import {
  engineColumns,
  packedMemoryOf,
  unpackEngine,
  unpackIntake,
  type EngineColumns,
  type IntakeColumns,
} from '../sync/stored-state.ts'

/** Stores an account as before its first packing: a test can read its state in `engine` and `intake`, and change it there. */
export async function unpackAccount(sql: Sql, accountId: string): Promise<void> {
  const row = onlyRow(
    await sql<(EngineColumns & IntakeColumns)[]>`
      select intake_bytes, intake, ${engineColumns(sql, 'account')} from trading_account account
       where account_id = ${accountId}`,
  )
  const engine = unpackEngine(row)
  await sql`
    update daily_row stored
       set equity_end = shown.equity_end, growth = shown.growth, high = shown.high, low = shown.low,
           drawdown = shown.drawdown, drawdown_end = shown.drawdown_end
      from daily_row_now shown
     where stored.account_id = ${accountId} and shown.account_id = stored.account_id and shown.day = stored.day`
  if (row.state_bytes !== null) {
    const { moved, still } = packedMemoryOf(row.state_bytes)
    const head = [3, 0x80 + (moved.length % 0x80), Math.floor(moved.length / 0x80)]
    const alone = Buffer.concat([Buffer.from(head), moved, still])
    await sql`update account_integrity set state_bytes = ${alone} where account_id = ${accountId}`
  }
  await sql`
    update trading_account set engine = ${engine && sql.json(engine)}, intake = ${sql.json(unpackIntake(row))},
           engine_bytes = null, intake_bytes = null, state_bytes = null, today = null
     where account_id = ${accountId}`
}
