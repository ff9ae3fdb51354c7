import { leastProfit, lotUnits, movesOf } from '../lots.ts'
import { median } from '../median.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { amount, count, type Finding } from '../rule.ts'

const standardLot = 100_000
const centCurrencies = new Set(['USC', 'EUC', 'GBC'])

/**
 * The currency of the account is a cent currency, or its lots of currency pairs are worth about a hundredth of the usual 100,000 units.
 * Micro accounts look the same, and deserve the same words: their lots are a hundredth as well.
 */
export const centAccount = reviewRule({
  thresholds: {
    cent_units_least: amount(700),
    cent_units_most: amount(1_400),
    cent_trades: count(5),
    ...reviewTrades,
  },
  findings: {
    cent_account: {
      rule: 'R12',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The currency is USC, EUC or GBC; or the median lot of at least `cent_trades` trades in pairs with the account currency is worth `cent_units_least` to `cent_units_most` units instead of 100,000.',
      name: 'Conto in centesimi',
      public: 'Il conto è in centesimi: gli importi sono un centesimo di quelli di un conto normale.',
      owner: { observed: 'Il tuo conto è in centesimi, e il profilo lo dice.', answer: wait },
      admin: 'Conto in centesimi, dalla valuta o dal valore per lotto.',
    },
  },
  detect({ trades, currency, digits }, { cent_units_least, cent_units_most, cent_trades, review_trades }) {
    const cent = (evidence: Finding['evidence']) => [{ code: 'cent_account' as const, occurrences: 1, evidence }]
    if (centCurrencies.has(currency)) {
      return cent({ inputs: { currency }, threshold: { currencies: [...centCurrencies] }, found: { currency } })
    }
    const least = leastProfit(trades, digits)
    const units = movesOf(trades)
      .filter(({ trade }) => Math.abs(trade.profit) >= least)
      .flatMap((one) => lotUnits(one, currency) ?? [])
    if (units.length < Math.min(cent_trades, review_trades)) return []
    const middle = median(units)
    if (middle < cent_units_least || middle > cent_units_most) return []
    return cent({
      inputs: { currency, trades: units.length, standard_lot: standardLot },
      threshold: { least_units: cent_units_least, most_units: cent_units_most },
      found: { median_lot_units: middle },
    })
  },
})
