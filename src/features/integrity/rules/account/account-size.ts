import type { Rates } from '#features/performance/rules/currency.ts'
import { median } from '../median.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { amount, count } from '../rule.ts'

/** Amount of the account currency in US dollars at the rate of a UTC day; null where the table knows no rate. */
function inDollars(amountHeld: number, currency: string, day: number, rates: Rates): number | null {
  const [units, dollars] = [rates.unitsPerEuro(currency, day), rates.unitsPerEuro('USD', day)]
  return units === null || dollars === null ? null : (amountHeld / units) * dollars
}

/**
 * Median equity at the end of each UTC day, in US dollars (`docs/ranking.md` 4). A day without a row keeps the equity of the one before.
 * Accounts in currencies without a rate are not checked.
 */
export const accountSize = reviewRule({
  thresholds: { size_days: count(30), tiny_usd: amount(200), small_usd: amount(500) },
  findings: {
    tiny_account: {
      rule: 'R13',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The median equity of `size_days` days is below `tiny_usd` US dollars.',
      name: 'Conto minimo',
      public: 'Il capitale del conto è minimo: i risultati dicono poco di come andrebbe con somme normali.',
      owner: { observed: 'Il capitale del conto è minimo, e il profilo lo dice.', answer: wait },
      admin: 'Equity mediana sotto la soglia minima.',
    },
    small_account: {
      rule: 'R13',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The median equity of `size_days` days is below `small_usd` US dollars, and not below `tiny_usd`.',
      name: 'Conto piccolo',
      public: 'Il capitale del conto è piccolo: su somme maggiori lo stesso risultato può essere più difficile.',
      owner: { observed: 'Il capitale del conto è piccolo, e il profilo lo dice.', answer: wait },
      admin: 'Equity mediana sotto la prima soglia.',
    },
  },
  terms: { median_usd_equity: 'Equity mediana (USD)', observed_days: 'Giorni osservati', usd_equity: 'Equity (USD)' },
  detect({ rows, today, currency, rates }, { size_days, tiny_usd, small_usd }) {
    const dollars: number[] = []
    let next = 0
    let equity: number | null = null
    for (let day = today - size_days + 1; day <= today; day += 1) {
      for (let row = rows[next]; row !== undefined && row.day <= day; row = rows[++next]) equity = row.equity_end
      if (equity === null) continue
      const converted = inDollars(equity, currency, day, rates)
      if (converted === null) return []
      dollars.push(converted)
    }
    const middle = median(dollars)
    if (dollars.length === 0 || middle >= small_usd) return []
    return [
      {
        code: middle < tiny_usd ? 'tiny_account' : 'small_account',
        occurrences: 1,
        evidence: {
          inputs: { observed_days: dollars.length, currency },
          threshold: { usd_equity: middle < tiny_usd ? tiny_usd : small_usd },
          found: { median_usd_equity: middle },
        },
      },
    ]
  },
})
