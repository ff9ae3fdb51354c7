import { oneMoment } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getTraderIntegrity } from '../../accounts-contract.ts'
import { levelIn } from '../levels/level-columns.ts'
import {
  accountRows,
  matchRows,
  traderRow,
  releasedNumbers,
  type TraderAccountRow,
  type TraderMatchRow,
} from './trader-accounts-queries.ts'

type Answer = ResponseOf<typeof getTraderIntegrity>

/**
 * Accounts, matches and claims of one trader, of one moment. `docs/integrity.md`, the owner of an account.
 * @throws Failure USER_NOT_FOUND
 */
export async function traderAccounts({ sql, clock }: Kernel, traderId: string): Promise<Answer> {
  const now = Math.floor(clock.now())
  return sql.begin(oneMoment, async (tx): Promise<Answer> => {
    const found = (await traderRow(tx, traderId)) ?? fail('USER_NOT_FOUND')
    const { held, ...trader } = found
    const rows = await accountRows(tx, traderId)
    const bound = rows.find(({ closed_at }) => closed_at === null)
    return {
      trader,
      held,
      level: bound === undefined ? 'L0' : levelIn(bound, now),
      accounts: rows.map((row) => accountOf(row, now)),
      matches: (await matchRows(tx, traderId, instantText(now))).map(matchOf),
      released: await releasedNumbers(tx, traderId),
    }
  }) as Promise<Answer>
}

/** The contract drops columns that the answer does not name. */
function accountOf(row: TraderAccountRow, now: number): Answer['accounts'][number] {
  return {
    ...row,
    is_synced: row.first_snapshot_at !== null,
    level: levelIn(row, now),
    claimants: row.claimants.map(({ username, code_seen_at }) => ({ username, code_seen_at })),
  }
}

function matchOf({ figures, ...match }: TraderMatchRow): Answer['matches'][number] {
  return { ...match, compared: figures }
}
