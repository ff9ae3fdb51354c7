import { isWin, WIN_EPS } from '#features/performance/rules/rows.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Position } from '../dealings.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { count, factor, share } from '../rule.ts'

const holding = ({ open, close }: Position) => close - open

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Many small wins, and losses that are far larger or held far longer. A single loss proves no habit. */
export const smallWins = reviewRule({
  thresholds: {
    wins_rate: share(0.8),
    wins_loss_factor: factor(3),
    wins_holding_factor: factor(5),
    wins_losses: count(3),
    ...reviewTrades,
  },
  findings: {
    small_wins: {
      rule: 'R35',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: '`wins_rate` of the positions won and, with at least `wins_losses` losses, the average loss is `wins_loss_factor` times the average win, or is held `wins_holding_factor` times as long.',
      name: 'Piccoli guadagni',
      public: 'Molte operazioni chiudono con un piccolo guadagno, poche con una perdita molto più grande.',
      owner: { observed: 'Molti piccoli guadagni e poche perdite molto più grandi.', answer: wait },
      admin: 'Win rate alto con perdite medie molto maggiori, o tenute molto più a lungo.',
    },
  },
  terms: {
    loss_factor: 'Perdita media su guadagno medio',
    losers_held_minutes: 'Durata delle perdite',
    losses: 'Perdite',
    winners_held_minutes: 'Durata dei guadagni',
    wins: 'Guadagni',
    wins_holding_factor: 'Durata, soglia (volte)',
    wins_loss_factor: 'Perdita su guadagno, soglia',
    wins_rate_share: 'Win rate',
  },
  detect({ positions }, { wins_rate, wins_loss_factor, wins_holding_factor, wins_losses, review_trades }) {
    if (positions.length < review_trades) return []
    const wins = positions.filter(({ net }) => isWin(net))
    const losses = positions.filter(({ net }) => net < -WIN_EPS)
    if (wins.length === 0 || losses.length < wins_losses) return []
    const rate = wins.length / positions.length
    const lossFactor = -mean(losses.map(({ net }) => net)) / mean(wins.map(({ net }) => net))
    const [held, heldLosers] = [mean(wins.map(holding)), mean(losses.map(holding))]
    const isLonger = held > 0 && heldLosers >= wins_holding_factor * held
    if (rate < wins_rate || (lossFactor < wins_loss_factor && !isLonger)) return []
    return [
      {
        code: 'small_wins',
        occurrences: losses.length,
        evidence: {
          inputs: { positions: positions.length, wins: wins.length, losses: losses.length },
          threshold: { wins_rate_share: wins_rate, wins_loss_factor, wins_holding_factor },
          found: {
            wins_rate_share: rate,
            loss_factor: lossFactor,
            winners_held_minutes: held / MINUTE_MS,
            losers_held_minutes: heldLosers / MINUTE_MS,
          },
        },
      },
    ]
  },
})
