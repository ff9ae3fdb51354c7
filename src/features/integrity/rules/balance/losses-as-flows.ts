import { isDeal, isTrade } from '#features/ea/rules/records.ts'
import { DAY_MS, instantText, MINUTE_MS } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { amount, cents, count, found, namedAtMost, share, type Finding } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { isOdd } from './odd-withdrawals.ts'

interface Memory {
  /** Times of the last rows that stood for a loss, milliseconds UTC. */
  for_losses: number[]
}

/** Rows that a broker books by itself beside trades, and corrections of this side: they follow closes on honest accounts too. */
const booked: ReadonlySet<string> = new Set(['commission', 'swap', 'credit', 'correction'])
/** A row that stands for the loss of a close has the time of the close. */
const togetherMs = 2 * MINUTE_MS
/** A snapshot may be stamped a moment after the receipt of its list. */
const edgeMs = 1_000
/** Half of the last listed loss: the price moves on until the close. A fee is a small part of it. */
const leastPart = 0.5

/**
 * Money that leaves as a withdrawal or a charge while a losing position disappears without its loss. Odd amounts alone count: people and
 * brokers withdraw round ones, and an honest odd one meets such a position by chance, not three times in a month. So the first is a tag.
 */
export const lossesAsFlows = syncRule({
  thresholds: { flow_loss_share: share(0.0005), flow_repeats: count(3), flow_days: amount(30) },
  findings: {
    loss_as_flow: {
      rule: 'R59',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'A position that was listed with a loss above `flow_loss_share` of the balance is gone without that loss, and an odd withdrawal, charge or transfer of at least half of it comes in the same interval.',
      name: 'Uscita al posto di una perdita',
      public: 'Una posizione in perdita è sparita mentre il balance scendeva per un prelievo o un addebito simile.',
      owner: {
        observed: 'Una posizione in perdita è sparita mentre il balance scendeva per un prelievo o un addebito simile.',
        answer: `Puoi rispondere se ti viene chiesto. ${attachStatement}`,
      },
      admin: 'Una riga di uscita non tonda nell’intervallo in cui una posizione in perdita sparisce senza la perdita.',
    },
    losses_as_flows: {
      rule: 'R59',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Rows as in `loss_as_flow` come `flow_repeats` times within `flow_days` days.',
      name: 'Uscite al posto di perdite',
      public:
        'Più volte una posizione in perdita è sparita mentre il balance scendeva per un prelievo o un addebito simile.',
      owner: {
        observed:
          'Più volte una posizione in perdita è sparita mentre il balance scendeva per un prelievo o un addebito.',
        answer: `Rispondi dicendo che cosa sono quelle uscite. ${attachStatement}`,
      },
      admin: 'Più righe di uscita al posto di chiusure in perdita. Confronta ticket e orari con l’estratto conto.',
    },
  },
  terms: { flows: 'Uscite', listed_loss_amount: 'Perdita elencata', row_amount: 'Uscita' },
  section: 'capital',
  memory: { for_losses: [] } as Memory,
  detect(memory, facts, { flow_loss_share, flow_repeats: threshold, flow_days: within_days }) {
    const { receipt } = facts.received
    const before = facts.account.engine?.snapshot
    if (facts.outcome.snapshot === null || before === undefined) return { memory, findings: [], checked: [] }
    const times = memory.for_losses.filter((at) => at > receipt - within_days * DAY_MS)
    const pairs = pairedRows(facts, before.t - edgeMs, flow_loss_share * Math.max(0, before.balance))
    if (pairs.length === 0) return { memory: { for_losses: times }, findings: [], checked: [] }
    const flows = pairs.slice(0, namedAtMost)
    const findings: Finding<'loss_as_flow' | 'losses_as_flows'>[] = [
      found('loss_as_flow', { flows, threshold_share: flow_loss_share }, pairs.length),
    ]
    const all = [...times, ...pairs.map(() => receipt)].slice(-Math.max(20, threshold))
    if (all.length < threshold) return { memory: { for_losses: all }, findings, checked: [] }
    findings.push(found('losses_as_flows', { flows, found: all.length, threshold, within_days }, pairs.length))
    return { memory: { for_losses: [] }, findings, checked: [] }
  },
})

/** Losing positions that disappeared since the last snapshot, each with a row that took the money. @param least account currency */
function pairedRows(facts: SyncFacts, since: number, least: number) {
  const { request, outcome } = facts
  const free = new Set(
    outcome.operations.filter(
      (row) => row.origin === 'witnessed' && row.amount < 0 && !booked.has(row.type) && isOdd(row.amount, request),
    ),
  )
  if (free.size === 0) return []
  return lostPositions(facts, since, least).flatMap(({ id, symbol, loss, exits }) => {
    const row = [...free].find(
      ({ t, amount: taken }) =>
        -taken >= leastPart * loss && (exits.length === 0 || exits.some((at) => Math.abs(at - t) <= togetherMs)),
    )
    if (row === undefined) return []
    free.delete(row)
    const { ticket, type, t, amount: taken } = row
    return [
      {
        ticket,
        type,
        at: instantText(t),
        row_amount: cents(taken),
        position: id,
        symbol,
        listed_loss_amount: cents(-loss),
      },
    ]
  })
}

interface LostPosition {
  id: string
  symbol: string
  /** As it was listed last, account currency, positive. */
  loss: number
  /** Its exits of this interval, which brought less than half of the loss; milliseconds UTC. */
  exits: number[]
}

function lostPositions({ request, outcome, listed }: SyncFacts, since: number, least: number): LostPosition[] {
  const open = request.snapshot.positions ?? []
  const ids = new Set(open.map(({ id }) => id))
  return Object.entries(listed).flatMap(([id, one]) => {
    const { symbol, side, price, volume, mark, value, last } = one
    const loss = (side === 'buy' ? price - mark : mark - price) * volume * (value ?? 0)
    if (ids.has(id) || last < since || loss <= least) return []
    // The rest of a partial close, and a position that the broker renamed.
    if (open.some((other) => other.symbol === symbol && other.side === side && other.open_price === price)) return []
    const exits = outcome.records.filter(
      ({ record }) => isTrade(record) && (isDeal(record) ? record.position : record.ticket) === id,
    )
    const lost = exits.reduce((sum, { record }) => sum - record.profit - record.swap, 0)
    return lost >= leastPart * loss ? [] : [{ id, symbol, loss, exits: exits.map(({ at }) => at) }]
  })
}
