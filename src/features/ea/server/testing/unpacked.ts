import { onlyRow, type Sql } from '#server/database/database.ts'
import { unpackEngine, unpackIntake, type EngineColumns, type IntakeColumns } from '../sync/stored-state.ts'

/** Stores an account as before its first packing: a test can read its state in `engine` and `intake`, and change it there. */
export async function unpackAccount(sql: Sql, accountId: string): Promise<void> {
  const row = onlyRow(
    await sql<(EngineColumns & IntakeColumns)[]>`
      select engine_bytes, case when intake_bytes is null then engine end as engine, intake_bytes, intake
        from trading_account where account_id = ${accountId}`,
  )
  const engine = unpackEngine(row)
  await sql`
    update trading_account set engine = ${engine && sql.json(engine)}, intake = ${sql.json(unpackIntake(row))},
           engine_bytes = null, intake_bytes = null
     where account_id = ${accountId}`
}
