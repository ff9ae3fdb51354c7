import { utcDay } from '#shared/dates.ts'
import { leastProfit, lotUnits, lotUnitsMost, movesOf } from '../lots.ts'
import { median } from '../median.ts'
import { nightRule } from '../night-rule.ts'
import { count, namedAtMost, share } from '../rule.ts'

/**
 * Profit by price move and lots stays near the median of its symbol and UTC day; trades whose lot stands for more units than any broker's
 * are found without a median. Trades whose profit and whose expected profit are both lost in rounding are left out.
 */
export const valuePerLot = nightRule({
  thresholds: { lot_spread: share(0.05), lot_day_trades: count(4), lot_outliers: count(3), ...lotUnitsMost },
  findings: {
    value_per_lot: {
      rule: 'R22',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'Profit by price move and lots differs by more than `lot_spread` from the median of its symbol and day (of at least `lot_day_trades` trades) for `lot_outliers` trades; or the lots of as many trades stand for more than `lot_units_most` units.',
      name: 'Valore per lotto',
      admin:
        'Il valore per punto e lotto di un simbolo varia troppo in un giorno, o supera quello di un lotto. Controlla il contratto.',
    },
  },
  terms: {
    day_value: 'Valore del lotto, quel giorno',
    own_value: 'Valore del lotto',
    larger_lot_examples: 'Lotti troppo grandi, esempi',
    larger_lots: 'Lotti troppo grandi',
    lot_outliers: 'Fuori misura, soglia',
    lot_spread_share: 'Scarto ammesso',
    lot_units: 'Unità per lotto',
    lot_units_most: 'Unità per lotto, soglia',
    outliers: 'Fuori misura',
  },
  detect({ trades, currency, digits, margin_mode }, { lot_spread, lot_day_trades, lot_outliers, lot_units_most }) {
    // An exchange's clearing books results apart from the closes. R54 compares these with listed prices.
    if (margin_mode === 'exchange') return []
    const least = leastProfit(trades, digits)
    const outliers: { ticket: string; symbol: string; day_value: number; own_value: number }[] = []
    let compared = 0
    const groups = Map.groupBy(movesOf(trades), ({ trade }) => `${trade.symbol} ${utcDay(trade.close)}`)
    for (const group of groups.values()) {
      const usable = group.filter(({ trade }) => Math.abs(trade.profit) >= least)
      // So many make a median that one forged trade does not move.
      if (usable.length < lot_day_trades) continue
      const middle = median(usable.map(({ trade, move }) => trade.profit / move))
      for (const { trade, move } of group) {
        if (Math.max(Math.abs(trade.profit), Math.abs(middle * move)) < least) continue
        compared += 1
        const own = trade.profit / move
        if (Math.abs(own - middle) > lot_spread * Math.abs(middle))
          outliers.push({ ticket: trade.ticket, symbol: trade.symbol, day_value: middle, own_value: own })
      }
    }
    const larger = movesOf(trades).flatMap((one) => {
      const units = Math.abs(one.trade.profit) < least ? null : lotUnits(one, currency)
      return units !== null && Math.abs(units) > lot_units_most
        ? [{ ticket: one.trade.ticket, symbol: one.trade.symbol, lot_units: units }]
        : []
    })
    if (outliers.length < lot_outliers && larger.length < lot_outliers) return []
    return [
      {
        code: 'value_per_lot',
        occurrences: new Set([...outliers, ...larger].map(({ ticket }) => ticket)).size,
        evidence: {
          inputs: { trades: compared },
          threshold: { lot_spread_share: lot_spread, lot_outliers, lot_units_most },
          found: {
            outliers: outliers.length,
            examples: outliers.slice(0, namedAtMost),
            larger_lots: larger.length,
            larger_lot_examples: larger.slice(0, namedAtMost),
          },
        },
      },
    ]
  },
})
