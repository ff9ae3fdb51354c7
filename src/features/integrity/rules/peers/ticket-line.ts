import { compareTickets } from '#features/ea/rules/records.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { nightRule } from '../night-rule.ts'
import { amount, count, namedAtMost } from '../rule.ts'
import type { TicketTime } from './peer-facts.ts'

/** Tickets that a finding names. */
const ticketsNamed = 20

/**
 * The broker's server numbers the tickets of all its accounts: own numbers contradict those of several others, and of most that can
 * tell. Forgers must not be believed against everybody else. MT4 numbers an order when it is placed, which may be long before it opens:
 * there only a number from the future contradicts.
 */
export const ticketLine = nightRule({
  thresholds: {
    ticket_minutes: amount(30),
    ticket_peers: count(2),
    ticket_peer_deals: count(50),
    ticket_outside: count(5),
  },
  findings: {
    ticket_line: {
      rule: 'R20',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'The numbers of `ticket_outside` own tickets contradict those of `ticket_peers` other accounts of the server by more than `ticket_minutes` minutes, and of most that can tell (`ticket_peer_deals` tickets or more).',
      name: 'Ticket fuori linea',
      admin:
        'I ticket stanno fuori dalla linea dei conti dello stesso server. Server in più datacenter, o movimenti inventati.',
    },
  },
  terms: {
    peer_records: 'Movimenti di altri conti',
    ticket_minutes: 'Scarto ammesso',
    ticket_outside: 'Fuori linea, soglia',
    ticket_peers: 'Altri conti, almeno',
  },
  detect({ compared, platform }, { ticket_minutes, ticket_peers, ticket_peer_deals, ticket_outside }) {
    const { own, peers } = compared
    const deals = [...peers.values()].reduce((sum, times) => sum + times.length, 0)
    if (peers.size < ticket_peers || deals < ticket_peer_deals) return []
    const slack = ticket_minutes * MINUTE_MS
    const lines = platform === 'MT5' ? [...peers].map(([account_id, times]) => lineOf(account_id, times)) : []
    const statements = (one: TicketTime): [account_id: string, statement: Statement][] =>
      platform === 'MT5'
        ? lines.map((line) => [line.account_id, dealAgainst(line, one, slack)])
        : [...peers].map(([account_id, times]) => [account_id, orderAgainst(times, one, slack)])
    const outside = own
      .map((one) => {
        const known = statements(one).filter(([, statement]) => statement !== null)
        const accounts = known.filter(([, statement]) => statement === 'contradicts').map(([account_id]) => account_id)
        return { one, accounts, isMost: accounts.length > known.length / 2 }
      })
      .filter(({ accounts, isMost }) => isMost && accounts.length >= ticket_peers)
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
            tickets: outside.slice(0, ticketsNamed).map(({ one }) => one.ticket),
            accounts: [...new Set(outside.flatMap(({ accounts }) => accounts))].slice(0, namedAtMost),
          },
        },
      },
    ]
  },
})

/** Times of the tickets of one other account of the server. */
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

/** Null: no ticket of this account is near enough to decide. */
type Statement = 'agrees' | 'contradicts' | null

/** MT5: a deal made long before a deal with a smaller number, or long after one with a larger. */
function dealAgainst(line: Line, { ticket, closed }: TicketTime, slack: number): Statement {
  const index = above(line, ticket)
  const before = line.latest[index - 1]
  const after = line.earliest[index]
  if (closed < (before ?? -Infinity) - slack || closed > (after ?? Infinity) + slack) return 'contradicts'
  return before === undefined || after === undefined ? null : 'agrees'
}

/** MT4: an order that was closed when the server had not come to its number for a while yet. */
const mt4Later = { fewest: 10, within: 2 * DAY_MS }

function orderAgainst(times: readonly TicketTime[], { ticket, closed }: TicketTime, slack: number): Statement {
  const later = times.filter(({ opened }) => opened > closed + slack && opened < closed + slack + mt4Later.within)
  if (later.length < mt4Later.fewest) return null
  return later.every((one) => compareTickets(one.ticket, ticket) < 0) ? 'contradicts' : 'agrees'
}
