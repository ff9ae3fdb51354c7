import { compareTickets } from '#features/ea/rules/records.ts'
import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'

/** Tickets are numbered by the broker's server, for all of its accounts: R19 and R20. `docs/integrity.md`, silent rules. */

/** Broker wall-clock in milliseconds: accounts of one server share the clock. */
export interface TicketTime {
  ticket: string
  /** MT4's opening, MT5's deal. */
  opened: number
  /** MT4's close, MT5's deal. */
  closed: number
}

/** Fewest tickets that must be left out for the others to rise: the length less that of the longest rising part. */
export function inversions(sorted: readonly TicketTime[]): number {
  const tails: string[] = []
  for (const { ticket } of sorted) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareTickets(tails[middle] ?? '', ticket) < 0) low = middle + 1
      else high = middle
    }
    tails[low] = ticket
  }
  return sorted.length - tails.length
}

/**
 * R19: tickets rise with the time of opening, but for `ticket_inversions` of them. On MT4 a pending order carries the number of its
 * placing, the rest of a partly closed one a number of its closing, so that honest accounts have many inversions: only where most
 * tickets must go for the others to be in order (`ticket_inversions_mt4`) is nothing left of an order.
 */
export function judgeTicketOrder(
  own: readonly TicketTime[],
  platform: 'MT4' | 'MT5',
  { review_trades, ticket_inversions, ticket_inversions_mt4 }: Thresholds,
): Finding[] {
  if (own.length < review_trades) return []
  const sorted = own.toSorted((a, b) => a.opened - b.opened || compareTickets(a.ticket, b.ticket))
  const count = inversions(sorted)
  const share = count / own.length
  const limit = platform === 'MT4' ? ticket_inversions_mt4 : ticket_inversions
  if (share <= limit) return []
  return [
    {
      code: 'ticket_order',
      occurrences: count,
      evidence: {
        inputs: { tickets: own.length, platform },
        threshold: { inversions_share: limit },
        found: { inversions: count, inversions_share: share },
      },
    },
  ]
}

/** What one other account of the server says of its ticket numbers. */
interface Line {
  account_id: string
  tickets: string[]
  /** Latest time up to each ticket, and earliest from it on. */
  latest: number[]
  earliest: number[]
}

function lineOf(account_id: string, times: readonly TicketTime[]): Line {
  const sorted = times.toSorted((a, b) => compareTickets(a.ticket, b.ticket))
  const latest: number[] = []
  let high = -Infinity
  for (const { closed } of sorted) latest.push((high = Math.max(high, closed)))
  const earliest: number[] = []
  let low = Infinity
  for (const { closed } of sorted.toReversed()) earliest.unshift((low = Math.min(low, closed)))
  return { account_id, tickets: sorted.map(({ ticket }) => ticket), latest, earliest }
}

/** Index of the first ticket of the line that is above this one. */
function above(line: Line, ticket: string): number {
  let low = 0
  let high = line.tickets.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareTickets(line.tickets[middle] ?? '', ticket) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Null: nothing that this account was given is near enough to tell. */
type Verdict = 'agrees' | 'contradicts' | null

/** MT5: a deal made long before a deal with a smaller number, or long after one with a larger. */
function dealVerdict(line: Line, { ticket, closed }: TicketTime, slack: number): Verdict {
  const index = above(line, ticket)
  const before = line.latest[index - 1]
  const after = line.earliest[index]
  if (closed < (before ?? -Infinity) - slack || closed > (after ?? Infinity) + slack) return 'contradicts'
  return before === undefined || after === undefined ? null : 'agrees'
}

/** MT4: an order that was closed when the server had not come to its number for a while yet. */
const mt4Later = { fewest: 10, within: 2 * 86_400_000 }

function orderVerdict(times: readonly TicketTime[], { ticket, closed }: TicketTime, slack: number): Verdict {
  const later = times.filter(({ opened }) => opened > closed + slack && opened < closed + slack + mt4Later.within)
  if (later.length < mt4Later.fewest) return null
  return later.every((one) => compareTickets(one.ticket, ticket) < 0) ? 'contradicts' : 'agrees'
}

/**
 * R20: the numbers of `ticket_outside` own records or more contradict those of at least `ticket_peers` other accounts on the same
 * server by more than `ticket_minutes`, and of most that can tell: forgers must not be believed against everybody else. MT4 numbers an order when it is placed, which may be long before it opens: there only a
 * number from the future contradicts.
 * @param peers other people's records on the same platform and server, by account
 */
export function judgeTicketLine(
  own: readonly TicketTime[],
  peers: ReadonlyMap<string, readonly TicketTime[]>,
  platform: 'MT4' | 'MT5',
  limits: Thresholds,
): Finding[] {
  const { ticket_minutes, ticket_peers, ticket_peer_deals, ticket_outside } = limits
  const deals = [...peers.values()].reduce((sum, times) => sum + times.length, 0)
  if (peers.size < ticket_peers || deals < ticket_peer_deals) return []
  const slack = ticket_minutes * 60_000
  const lines = platform === 'MT5' ? [...peers].map(([account_id, times]) => lineOf(account_id, times)) : []
  const verdicts = (one: TicketTime): [account_id: string, verdict: Verdict][] =>
    platform === 'MT5'
      ? lines.map((line) => [line.account_id, dealVerdict(line, one, slack)])
      : [...peers].map(([account_id, times]) => [account_id, orderVerdict(times, one, slack)])
  const outside = own
    .map((one) => {
      const told = verdicts(one).filter(([, verdict]) => verdict !== null)
      const accounts = told.filter(([, verdict]) => verdict === 'contradicts').map(([account_id]) => account_id)
      return { one, accounts, most: accounts.length > told.length / 2 }
    })
    .filter(({ accounts, most }) => most && accounts.length >= ticket_peers)
  if (outside.length < ticket_outside) return []
  return [
    {
      code: 'ticket_line',
      occurrences: outside.length,
      evidence: {
        inputs: { tickets: own.length, peers: peers.size, peer_records: deals },
        threshold: { ticket_minutes, ticket_peers, ticket_outside },
        found: {
          outside: outside.length,
          tickets: outside.slice(0, 20).map(({ one }) => one.ticket),
          accounts: [...new Set(outside.flatMap(({ accounts }) => accounts))].slice(0, 10),
        },
      },
    },
  ]
}
