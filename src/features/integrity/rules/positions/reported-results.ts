import { isDeal, isTrade } from '#features/ea/rules/records.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { attachStatement, howItClosed, whereItComesFrom } from '../owner-answers.ts'
import { cents, count, found, namedAtMost, roundedShare, share, type Finding, type Values } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import type { KnownClearings } from './clearings.ts'
import { withCloses, type ClosedValues } from './closed-values.ts'
import { beyondPrices, closeThresholds, distinct, pricedCloses } from './contradicted-closes.ts'
import { addedSwap, swapThresholds, type CountedSwaps } from './unbacked-swap.ts'
import { unseenThresholds } from './unseen-thresholds.ts'

type Shares = readonly [day: number, share: number][]

interface Memory {
  /** Results without trades by UTC day (since 1970), as shares of the balance of their time. */
  gains: Shares
  /** Swap within financing likewise, with its sign. */
  financing: Shares
  swaps: CountedSwaps
  /** Results of closes beyond their prices likewise, with their sign; empty where they are worse together. */
  beyond: Shares
  /** Times of the last closes that brought too much, milliseconds UTC. */
  contradicted: number[]
  /** Absent in memories of before. */
  values?: ClosedValues
  /** Gains whose lot nothing valued likewise, while they are too small to count; absent in memories of before. */
  unvalued?: Shares
  /** Null where no clearing of an exchange explained anything; absent in memories of before. */
  clearings?: KnownClearings | null
}

const thresholds = {
  ...closeThresholds,
  ...swapThresholds,
  /** Alone it is a case from 1.4% of the balance, a hold from 7.1%: swap is a gain as the terminal states it, and no price confirms it. */
  financing_part: share(0.7),
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
      when: 'The profit of a witnessed close is more than `result_share` above what its prices give, or its price is `close_price_share` better than the one listed within a quarter of an hour before, twice as much within an hour; or closes bring together more than `without_trades_share` of the balance beyond their prices in `without_trades_days` days. Gains count whole once they exceed `unvalued_share` together, where neither a list nor a loss showed what a lot is worth. On an exchange what a clearing booked is taken off, at `clearing_times` times of the day within `clearing_days` days, of which at most `clearing_unproven` were shown by one day alone and by no list, and a loss that new prices hide counts. A booking explains nothing where a symbol that was cleared at that time of the day keeps its price.',
      name: 'Risultato contraddetto',
      public: 'Il risultato di una chiusura è più alto di quello che danno i suoi prezzi.',
      owner: {
        observed: 'Il risultato di una chiusura è più alto di quello che danno prezzi e volume.',
        answer: howItClosed,
      },
      admin:
        'Il profitto di una chiusura supera prezzi × volume × valore per lotto. Contratto cambiato, o cifra ritoccata.',
    },
    results_without_trades: {
      rule: 'R56',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Dividends, charges, swaps beyond `swap_share` of the position a night and other results of another kind than trades, with `financing_part` of all other swap, exceed `without_trades_share` of the balance in `without_trades_days` days.',
      name: 'Risultati senza operazioni',
      public: 'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
      owner: {
        observed: 'Parte del guadagno viene da dividendi, swap o altre voci positive, non da operazioni chiuse.',
        answer: `Rispondi dicendo che cosa sono quelle somme. ${attachStatement}`,
      },
      admin:
        'Voci positive che non sono operazioni chiuse (dividendi, swap, rimborsi, profitto su ingressi) oltre la quota del balance.',
    },
    results_invented: {
      rule: 'R56',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Results as in `results_without_trades`, or those of closes beyond their prices, exceed `without_trades_grave_share` of the balance, or closes as in `result_contradicted` come `result_repeats` times within `unseen_days` days.',
      name: 'Risultati aggiunti',
      public: 'Molto del guadagno non viene da operazioni chiuse, o non corrisponde ai loro prezzi.',
      owner: {
        observed: 'Molto guadagno non viene da operazioni chiuse, o non corrisponde ai prezzi: il conto è in verifica.',
        answer: whereItComesFrom,
      },
      admin:
        'Risultati senza operazioni chiuse, o non spiegati dai prezzi, oltre la soglia grave. Chiedi l’estratto conto.',
    },
  },
  terms: {
    beyond_prices_share: beyondPrices,
    charge_amount: 'Addebiti positivi',
    commission_amount: 'Commissioni positive',
    dividend_amount: 'Dividendi',
    financing_share: 'Altri swap, quota del balance',
    prices_give: 'Secondo i prezzi',
    swap_amount: 'Swap',
    tax_amount: 'Tasse positive',
    without_trades_share: 'Quota del balance',
  },
  section: 'results',
  memory: {
    gains: [],
    financing: [],
    swaps: {},
    beyond: [],
    contradicted: [],
    values: {},
    unvalued: [],
    clearings: null,
  } as Memory,
  detect(memory, facts, limits) {
    if (facts.account.first_snapshot === null) return { memory, findings: [], checked: [] }
    const without = withoutTrades(memory, facts, limits)
    const tooGood = closedTooWell(memory, facts, limits)
    return {
      memory: { ...without.memory, ...tooGood.memory },
      findings: [...without.findings, ...tooGood.findings],
      checked: [],
    }
  },
})

function withoutTrades(
  memory: Memory,
  facts: SyncFacts,
  limits: Limits,
): {
  memory: Omit<Memory, 'contradicted' | 'beyond' | 'values' | 'unvalued' | 'clearings'>
  findings: ResultFinding[]
} {
  const { without_trades_days, without_trades_share, without_trades_grave_share, financing_part } = limits
  const { balance } = facts.request.snapshot
  const { counted: swaps, ...added } =
    facts.outcome.snapshot === null
      ? { counted: memory.swaps, unbacked: 0, financing: 0 }
      : addedSwap(facts, memory.swaps, limits)
  const amounts = positiveResults(facts, added.unbacked)
  const gained = [...amounts.values()].reduce((sum, one) => sum + one, 0)
  const next = {
    gains: addedTo(memory.gains, gained, facts, limits),
    financing: addedTo(memory.financing, added.financing, facts, limits),
    swaps,
  }
  const financed = Math.max(0, sumOf(next.financing))
  const sum = sumOf(next.gains) + financing_part * financed
  if (gained + added.financing <= 0 || sum <= without_trades_share) return { memory: next, findings: [] }
  const isGrave = sum > without_trades_grave_share
  const evidence = {
    balance,
    ...Object.fromEntries([...amounts].map(([type, one]) => [`${type}_amount`, cents(one)])),
    financing_share: roundedShare(financed),
    without_trades_share: sum,
    threshold_share: isGrave ? without_trades_grave_share : without_trades_share,
    within_days: without_trades_days,
  }
  return {
    memory: isGrave ? { ...next, gains: [], financing: [] } : next,
    findings: [found(isGrave ? 'results_invented' : 'results_without_trades', evidence)],
  }
}

/** The shares of the last days with an amount of today, in account currency. */
function addedTo(shares: Shares, amount: number, { request, received }: SyncFacts, limits: Limits): Shares {
  const today = utcDay(received.receipt)
  const recent = shares.filter(([day]) => day > today - limits.without_trades_days)
  const last = recent.at(-1)
  const ofBalance = amount / Math.max(1, Math.abs(request.snapshot.balance))
  if (amount === 0) return recent.length === shares.length ? shares : recent
  return last?.[0] === today ? [...recent.slice(0, -1), [today, last[1] + ofBalance]] : [...recent, [today, ofBalance]]
}

const sumOf = (shares: Shares): number => shares.reduce((total, [, one]) => total + one, 0)

/** Positive operations, commissions and fees of closes that pay, and swap beyond financing. Account currency. */
function positiveResults({ outcome }: SyncFacts, unbackedSwap: number): Map<ResultType, number> {
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
  }
  add('swap', unbackedSwap)
  return amounts
}

function closedTooWell(
  memory: Memory,
  facts: SyncFacts,
  limits: Limits,
): {
  memory: Pick<Memory, 'contradicted' | 'beyond' | 'values' | 'unvalued' | 'clearings'>
  findings: ResultFinding[]
} {
  const { receipt } = facts.received
  const { result_share, result_repeats: threshold, unseen_days: within_days } = limits
  const times = memory.contradicted.filter((at) => at > receipt - within_days * DAY_MS)
  const known = memory.values ?? {}
  const worth = Math.max(1, Math.abs(facts.request.snapshot.balance))
  const waiting = addedTo(memory.unvalued ?? [], 0, facts, limits)
  const waited = sumOf(waiting) * worth
  const before = { values: known, unvalued: waited, clearings: memory.clearings ?? { times: [], ahead: 0 } }
  const priced = pricedCloses(facts, limits, before)
  const { contradicted: closes, beyond: added, valued, clearings } = priced
  const unvalued = priced.unvalued >= waited ? addedTo(waiting, priced.unvalued - waited, facts, limits) : []
  const { account } = facts.request
  // An exchange's clearing books results apart from the closes.
  const isApart = account.margin_mode === 'exchange'
  const values = isApart ? known : withCloses(known, valued, { digits: account.digits, today: utcDay(receipt) })
  const isKnown = clearings.times.length > 0 || clearings.ahead > 0
  const remembered = { values, unvalued, clearings: isKnown ? clearings : null }
  const summed = addedTo(memory.beyond, added, facts, limits)
  // Nobody saves up worse results for better ones.
  const beyond = sumOf(summed) < 0 ? [] : summed
  const share = sumOf(beyond)
  const records = closes.slice(0, namedAtMost)
  const all = [...times, ...Array.from({ length: distinct(closes) }, () => receipt)].slice(-Math.max(20, threshold))
  const repeated = closes.length > 0 && all.length >= threshold
  const grows = added > 0 && share > limits.without_trades_share
  const isGrave = grows && share > limits.without_trades_grave_share
  if (closes.length === 0 && !grows) return { memory: { contradicted: times, beyond, ...remembered }, findings: [] }
  const together = { beyond_prices_share: roundedShare(share), records }
  const contradicted =
    closes.length > 0
      ? found('result_contradicted', { records, threshold_share: result_share }, closes.length)
      : found('result_contradicted', { ...together, threshold_share: limits.without_trades_share })
  if (!repeated && !isGrave) return { memory: { contradicted: all, beyond, ...remembered }, findings: [contradicted] }
  const evidence = isGrave
    ? { ...together, threshold_share: limits.without_trades_grave_share }
    : { records, found: all.length, threshold, within_days }
  const invented = found('results_invented', evidence, Math.max(1, closes.length))
  return {
    memory: { contradicted: repeated ? [] : all, beyond: isGrave ? [] : beyond, ...remembered },
    findings: [contradicted, invented],
  }
}
