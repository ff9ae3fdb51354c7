import type { Transaction } from '#server/database/database.ts'

/** Tables that are deleted row by row. The ledger of syncs goes with its account alone. */
const tables = [
  'integrity_case',
  'integrity_tag',
  'account_integrity',
  'ownership_proof',
  'external_match',
  'imported_row',
  'ledger_check',
  'night_check',
  'account_closing',
] as const

export interface ErasedTrader {
  trader_id: string
  username: string
  /** Numbers of the trader's accounts. */
  logins: readonly string[]
}

/** All that was found, proven and decided of these accounts; rows by table. Call it before the accounts themselves go. */
export async function eraseFindings(
  tx: Transaction,
  accountIds: readonly string[],
  trader: ErasedTrader,
): Promise<Record<string, number>> {
  const ids = accountIds as string[]
  const erased: Record<string, number> = {}
  for (const table of tables) {
    const { count } = await tx`delete from ${tx(table)} where account_id = any (${ids}::uuid[])`
    erased[table] = count
  }
  const [ledger] = await tx<{ entries: number }[]>`
    select count(*) as entries from sync_ledger where account_id = any (${ids}::uuid[])`
  await anonymizeNames(tx, trader)
  return { ...erased, sync_ledger: ledger?.entries ?? 0 }
}

/** Findings about other people's accounts name the traders who wanted them (R7), and numbers that their terminals showed (R1). */
async function anonymizeNames(tx: Transaction, { trader_id, username, logins }: ErasedTrader): Promise<void> {
  const named = `"username": ${JSON.stringify(username)}`
  const anonymous = '"username": "utente eliminato"'
  await tx`
    update integrity_tag set details = replace(details::text, ${named}, ${anonymous})::jsonb
     where code = 'account_claimed' and position(${trader_id} in details::text) > 0`
  await tx`
    update integrity_case set evidence = replace(evidence::text, ${named}, ${anonymous})::jsonb
     where code = 'account_claimed' and position(${trader_id} in evidence::text) > 0`
  if (logins.length === 0) return
  await tx`
    update integrity_tag set details = jsonb_set(details, '{login}', '"…"')
     where code = 'other_account_sent' and details ->> 'login' = any (${logins as string[]})`
}
