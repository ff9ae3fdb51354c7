import { decimalsOf } from '#features/performance/rules/currency.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import { amount, cents, count, found, share } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** The last odd rows: milliseconds UTC, and the amount in account currency. */
  odd: [at: number, amount: number][]
}

/** A whole unit is round, also in a currency with thousandths. */
const mostDecimals = 2

/**
 * Not a multiple of a hundred smallest units: people ask for round amounts. The units are those of the currency, since MetaTrader 4 says
 * cents of every one.
 */
export function isOdd(money: number, { account: { currency } }: Pick<SyncRequest, 'account'>): boolean {
  const units = Math.round(Math.abs(money) * 10 ** Math.min(decimalsOf(currency), mostDecimals))
  return units % 100 !== 0
}

const kinds: ReadonlySet<string> = new Set(['withdrawal', 'transfer', 'charge'])

/**
 * Withdrawals, transfers and charges of odd amounts that come often. A loss that was never listed and is reported as a withdrawal leaves
 * nothing else. Who withdraws a profit to the cent does so weekly at most, that is twice in 14 days, and a fee of a day is below a
 * thousandth of the balance: 5 are neither.
 */
export const oddWithdrawals = syncRule({
  thresholds: { odd_rows: count(5), odd_days: amount(14), odd_share: share(0.001) },
  findings: {
    odd_withdrawals: {
      rule: 'R60',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: '`odd_rows` withdrawals, transfers or charges come within `odd_days` days, each above `odd_share` of the balance and no multiple of a hundred of the smallest units.',
      name: 'Prelievi non tondi',
      public: 'In pochi giorni sono usciti dal conto più importi non tondi. Guarda numero e somma dei prelievi.',
      owner: {
        observed: 'In pochi giorni sono usciti dal conto più importi non tondi.',
        answer: 'Il profilo lo dice per un anno, con numero e somma dei prelievi. Non serve rispondere.',
      },
      admin: 'Uscite non tonde e frequenti. Possibili perdite di posizioni mai elencate: chiedi l’estratto conto.',
    },
  },
  terms: { odd_rows: 'Uscite, soglia', withdrawn_amount: 'Uscito' },
  section: 'capital',
  memory: { odd: [] } as Memory,
  detect(memory, { account, request, received, outcome }, { odd_rows, odd_days: within_days, odd_share }) {
    const before = account.engine?.snapshot
    if (outcome.snapshot === null || before === undefined) return { memory, findings: [], checked: [] }
    const least = odd_share * Math.max(0, before.balance)
    const rows = outcome.operations.filter(
      ({ origin, type, amount: moved }) =>
        origin === 'witnessed' && kinds.has(type) && -moved > least && isOdd(moved, request),
    )
    const recent = memory.odd.filter(([at]) => at > received.receipt - within_days * DAY_MS)
    const odd = [...recent, ...rows.map(({ t, amount: moved }): Memory['odd'][number] => [t, moved])].slice(-odd_rows)
    if (rows.length === 0 || odd.length < odd_rows) return { memory: { odd }, findings: [], checked: [] }
    const withdrawn_amount = cents(odd.reduce((sum, [, moved]) => sum + moved, 0))
    const evidence = { count: odd.length, withdrawn_amount, odd_rows, within_days, threshold_share: odd_share }
    return { memory: { odd: [] }, findings: [found('odd_withdrawals', evidence)], checked: [] }
  },
})
