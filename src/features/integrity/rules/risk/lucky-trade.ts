import { WIN_EPS } from '#features/performance/rules/rows.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { share } from '../rule.ts'

/**
 * The best position, or the best UTC day, made a large part of the period's profit and of its gains. Where gains and losses nearly cancel
 * out, any usual day is more than the little that is left: that is no luck.
 */
export const luckyTrade = reviewRule({
  thresholds: { lucky_share: share(0.5), lucky_gains_share: share(0.15), ...reviewTrades },
  findings: {
    one_lucky_trade: {
      rule: 'R37',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The best position or the best day made more than `lucky_share` of the profit of the period and more than `lucky_gains_share` of its gains.',
      name: 'Risultato concentrato',
      public: 'Gran parte del guadagno viene da una sola operazione o da un solo giorno.',
      owner: { observed: 'Gran parte del guadagno viene da una sola operazione o da un solo giorno.', answer: wait },
      admin: 'Un’operazione o un giorno fa più della quota consentita del profitto.',
    },
  },
  terms: {
    best_day: 'Giorno migliore',
    best_day_share: 'Quota del giorno migliore',
    best_trade_profit: 'Risultato dell’operazione migliore',
    best_trade_share: 'Quota dell’operazione migliore',
    lucky_gains_share: 'Quota ammessa dei guadagni',
    lucky_share: 'Quota ammessa',
    period_gains: 'Guadagni del periodo',
    period_profit: 'Profitto del periodo',
  },
  detect({ positions }, { lucky_share, lucky_gains_share, review_trades }) {
    const profit = positions.reduce((sum, { net }) => sum + net, 0)
    if (positions.length < review_trades || profit <= WIN_EPS) return []
    const gains = positions.reduce((sum, { net }) => sum + Math.max(0, net), 0)
    const best = positions.reduce((a, b) => (b.net > a.net || (b.net === a.net && b.close < a.close) ? b : a))
    const days = [...Map.groupBy(positions, ({ close }) => utcDay(close))]
      .map(([day, those]) => ({ day, net: those.reduce((sum, { net }) => sum + net, 0) }))
      .sort((a, b) => b.net - a.net || a.day - b.day)
    const bestDay = days[0]
    const trade = best.net / profit
    const day = (bestDay?.net ?? 0) / profit
    const isLucky = (net: number) => net / profit > lucky_share && net / gains > lucky_gains_share
    if (!isLucky(best.net) && !isLucky(bestDay?.net ?? 0)) return []
    return [
      {
        code: 'one_lucky_trade',
        occurrences: 1,
        evidence: {
          inputs: { positions: positions.length, period_profit: profit, period_gains: gains },
          threshold: { lucky_share, lucky_gains_share },
          found: {
            best_trade_share: trade,
            best_trade_profit: best.net,
            tickets: best.tickets,
            best_day_share: day,
            best_day: dayText(bestDay?.day ?? 0),
          },
        },
      },
    ]
  },
})
