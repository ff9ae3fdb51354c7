import type { Rates } from '#features/performance/rules/currency.ts'
import type { Transaction } from '#server/database/database.ts'
import type { AccountFigures, ClosingFigures } from '../../closing.ts'
import { openCases } from './closing-queries.ts'

/** Evaluates accounts: the ranking, which stands above and is handed in. */
export interface Evaluator {
  /** Figures of the trader's account as the transaction reads them; null where the trader has no profile any more. */
  finalFigures: (tx: Transaction, traderId: string, at: { rates: Rates; now: number }) => Promise<AccountFigures | null>
}

/** The figures of a closed account that stay on the profile; null where its trader has none any more. */
export async function closingFigures(
  tx: Transaction,
  evaluator: Evaluator,
  { trader_id, account_id }: { trader_id: string; account_id: string },
  at: { rates: Rates; now: number },
): Promise<ClosingFigures | null> {
  const figures = await evaluator.finalFigures(tx, trader_id, at)
  return figures && { ...figures, open_cases: await openCases(tx, account_id) }
}
