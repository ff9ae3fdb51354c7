import { isDeal, isTrade } from '#features/ea/rules/records.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { cents, count, found, namedAtMost, share, type Finding, type Values } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { closeThresholds, contradictedCloses } from './contradicted-closes.ts'
import { positionOf } from './listed-positions.ts'
import { unseenThresholds } from './unseen-thresholds.ts'

interface Memory {
  /** Results without trades by UTC day (since 1970), as shares of the balance of their time. */
  gains: [day: number, share: number][]
  /** Times of the last closes that brought too much, milliseconds UTC. */
  contradicted: number[]
}

const thresholds = {
  ...closeThresholds,
  result_repeats: count(3),
  without_trades_days: count(30),
  without_trades_share: share(0.01),
  without_trades_grave_share: share(0.05),
  unseen_days: unseenThresholds.unseen_days,
}
type Limits = Values<typeof thresholds>
type ResultFinding = Finding<'result_contradicted' | 'results_without_trades' | 'results_invented'>

/** Operations that count as a result where they are positive (`docs/ranking.md` 3.2). */
const resultTypes = ['dividend', 'charge', 'commission', 'swap', 'tax'] as const
type ResultType = (typeof resultTypes)[number]
const isResult = (type: string): type is ResultType => resultTypes.some((one) => one === type)

/** Results that no trade brought, and closes that bring more than their prices give. */
export const reportedResults = syncRule({
  thresholds,
  findings: {
    result_contradicted: {
      rule: 'R54',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'The profit of a witnessed close is more than `result_share` above what its prices give.',
      name: 'Risultato contraddetto',
      public: 'Il risultato di una chiusura è più alto di quello che danno i suoi prezzi.',
      owner: {
        observed: 'Il risultato di una chiusura è più alto di quello che danno prezzi e volume.',
        answer: `Rispondi dicendo come è stata chiusa. ${attachStatement}`,
      },
      admin:
        'Il profitto di una chiusura supera prezzi × volume × valore per lotto. Contratto cambiato, o cifra ritoccata.',
    },
    results_without_trades: {
      rule: 'R56',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Dividends, charges, swaps and other results of another kind than trades exceed `without_trades_share` of the balance in `without_trades_days` days.',
      name: 'Risultati senza operazioni',
      public: 'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
      owner: {
        observed: 'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
        answer: `Rispondi dicendo che cosa sono quelle somme. ${attachStatement}`,
      },
      admin:
        'Voci positive che non sono trade (dividendi, swap, rimborsi, profitto su ingressi) oltre la quota del saldo.',
    },
    results_invented: {
      rule: 'R56',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Results as in `results_without_trades` exceed `without_trades_grave_share` of the balance, or closes as in `result_contradicted` come `result_repeats` times within `unseen_days` days.',
      name: 'Risultati aggiunti',
      public: 'Molto del guadagno non viene da operazioni chiuse, o non corrisponde ai loro prezzi.',
      owner: {
        observed: 'Molto guadagno non viene da operazioni chiuse, o non corrisponde ai prezzi: il conto è in verifica.',
        answer: `Rispondi dicendo da dove viene. ${attachStatement}`,
      },
      admin: 'Risultati senza trade, o non spiegati dai prezzi, oltre la soglia grave. Chiedi l’estratto conto.',
    },
  },
  terms: {
    charge_amount: 'Addebiti positivi',
    commission_amount: 'Commissioni positive',
    dividend_amount: 'Dividendi',
    prices_give: 'Secondo i prezzi',
    swap_amount: 'Swap',
    tax_amount: 'Tasse positive',
    without_trades_share: 'Quota del saldo',
  },
  section: 'results',
  memory: { gains: [], contradicted: [] } as Memory,
  detect(memory, facts, limits) {
    if (facts.account.first_snapshot === null) return { memory, findings: [], checked: [] }
    const without = withoutTrades(memory.gains, facts, limits)
    const tooGood = closedTooWell(memory.contradicted, facts, limits)
    return {
      memory: { gains: without.gains, contradicted: tooGood.times },
      findings: [...without.findings, ...tooGood.findings],
      checked: [],
    }
  },
})

function withoutTrades(
  before: Memory['gains'],
  facts: SyncFacts,
  { without_trades_days, without_trades_share, without_trades_grave_share }: Limits,
): { gains: Memory['gains']; findings: ResultFinding[] } {
  const today = utcDay(facts.received.receipt)
  const gains = before.filter(([day]) => day > today - without_trades_days)
  const amounts = positiveResults(facts)
  const added = [...amounts.values()].reduce((sum, one) => sum + one, 0)
  if (added <= 0) return { gains, findings: [] }
  const { balance } = facts.request.snapshot
  const last = gains.at(-1)
  const ofBalance = added / Math.max(1, Math.abs(balance))
  const next: Memory['gains'] =
    last?.[0] === today ? [...gains.slice(0, -1), [today, last[1] + ofBalance]] : [...gains, [today, ofBalance]]
  const sum = next.reduce((total, [, one]) => total + one, 0)
  if (sum <= without_trades_share) return { gains: next, findings: [] }
  const isGrave = sum > without_trades_grave_share
  const evidence = {
    balance,
    ...Object.fromEntries([...amounts].map(([type, one]) => [`${type}_amount`, cents(one)])),
    without_trades_share: sum,
    threshold_share: isGrave ? without_trades_grave_share : without_trades_share,
    within_days: without_trades_days,
  }
  return {
    gains: isGrave ? [] : next,
    findings: [found(isGrave ? 'results_invented' : 'results_without_trades', evidence)],
  }
}

/**
 * Positive operations, and what closes booked besides their profit: commissions and fees that pay, and swap beyond what the list showed.
 * Account currency.
 */
function positiveResults({ outcome, listed }: SyncFacts): Map<ResultType, number> {
  const amounts = new Map<ResultType, number>()
  const add = (type: ResultType, one: number) => {
    if (one > 0) amounts.set(type, (amounts.get(type) ?? 0) + one)
  }
  for (const { type, amount, origin } of outcome.operations) {
    if (origin === 'witnessed' && isResult(type)) add(type, amount)
  }
  const witnessed = new Set(outcome.trades.flatMap(({ ticket, origin }) => (origin === 'witnessed' ? [ticket] : [])))
  for (const { record } of outcome.records) {
    if (!isTrade(record) || !witnessed.has(record.ticket)) continue
    add('commission', record.commission + (isDeal(record) ? record.fee : 0))
    const one = positionOf(listed, isDeal(record) ? record.position : record.ticket)
    const volume = isDeal(record) ? record.volume : record.lots
    const shown = one === undefined || one.volume === 0 ? 0 : Math.max(0, one.swap) * Math.min(1, volume / one.volume)
    add('swap', record.swap - shown)
  }
  return amounts
}

function closedTooWell(
  before: readonly number[],
  facts: SyncFacts,
  limits: Limits,
): { times: number[]; findings: ResultFinding[] } {
  const { receipt } = facts.received
  const { result_share, result_repeats: threshold, unseen_days: within_days } = limits
  const times = before.filter((at) => at > receipt - within_days * DAY_MS)
  const closes = contradictedCloses(facts, limits)
  if (closes.length === 0) return { times, findings: [] }
  const records = closes.slice(0, namedAtMost)
  const contradicted = found('result_contradicted', { records, threshold_share: result_share }, closes.length)
  const all = [...times, ...closes.map(() => receipt)].slice(-Math.max(20, threshold))
  if (all.length < threshold) return { times: all, findings: [contradicted] }
  const evidence = { records, found: all.length, threshold, within_days }
  return { times: [], findings: [contradicted, found('results_invented', evidence, closes.length)] }
}
