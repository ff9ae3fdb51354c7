import { amount, found, notedRule, share, type Values } from '../rule.ts'

/** Figures of an account, as an independent source shows them or as they are stored here. `docs/integrity.md`, levels. */
export interface MatchFigures {
  /** In account currency. */
  balance: number
  closed_trades: number
  /** Percent since the beginning of the history. */
  gain_percentage: number
}

interface Compared {
  there: number
  here: number
  within: boolean
}

export interface Comparison {
  accepted: boolean
  compared: Record<keyof MatchFigures, Compared>
}

/** Doubles of one decimal figure may differ by this share of it. */
const dust = 1e-9

const thresholds = {
  match_balance: share(0.01),
  match_trades: share(0.02),
  match_gain_points: amount(2),
  match_days: amount(30),
}
type Limits = Omit<Values<typeof thresholds>, 'match_days'>

/** The figures that an admin read at an independent source are not those that are stored here. */
export const externalMatch = notedRule({
  thresholds,
  findings: {
    match_refused: {
      rule: 'R50',
      consequence: 'warning',
      audience: 'owner',
      life: 'event',
      when: 'An external source differs from ours by more than `match_balance` in the balance, `match_trades` in closed trades or `match_gain_points` percentage points in the gain.',
      name: 'Riscontro rifiutato',
      owner: {
        observed: 'Le cifre della fonte esterna non coincidevano con quelle del conto.',
        answer:
          'Controlla che la fonte sia aggiornata a oggi e riguardi lo stesso conto, poi chiedi un nuovo confronto.',
      },
      admin: 'Il confronto con la fonte esterna è fuori tolleranza.',
    },
  },
  terms: {
    balance_share: 'Balance',
    closed_trades: 'Operazioni chiuse',
    gain_percentage: 'Guadagno',
    gain_points: 'Guadagno, in punti',
    link: 'Link',
    source: 'Origine',
    trades_share: 'Operazioni chiuse',
  },
  detect(
    there: MatchFigures & { source: string; link: string | null },
    here: MatchFigures,
    { match_balance, match_trades, match_gain_points }: Limits,
  ) {
    const { source, link, balance, closed_trades, gain_percentage } = there
    return found('match_refused', {
      inputs: { source, link, balance, closed_trades, gain_percentage },
      threshold: { balance_share: match_balance, trades_share: match_trades, gain_points: match_gain_points },
      found: here,
    })
  },
})

/** Compares the figures of one day: balance and trades by their share of ours, the gain by percentage points. */
export function compareMatch(there: MatchFigures, here: MatchFigures, limits: Limits): Comparison {
  const pair = (name: keyof MatchFigures, allowed: number): Compared => ({
    there: there[name],
    here: here[name],
    within: Math.abs(there[name] - here[name]) <= allowed + dust * Math.max(1, Math.abs(here[name])),
  })
  const compared = {
    balance: pair('balance', limits.match_balance * Math.abs(here.balance)),
    closed_trades: pair('closed_trades', limits.match_trades * here.closed_trades),
    gain_percentage: pair('gain_percentage', limits.match_gain_points),
  }
  return { accepted: Object.values(compared).every(({ within }) => within), compared }
}
