import { expect } from 'vitest'
import { compareCursors, cursorOf } from '#features/ea/rules/records.ts'
import type { Mt4Order, Mt5Deal, SyncRequest } from '#features/ea/sync-contract.ts'
import type { Terminal } from '../terminal.ts'

/** The scenarios' comparisons: the simulated account, the requests that left the terminal, the server's rows. */

export type LedgerItem = Mt4Order | Mt5Deal
export const platforms = ['MT4', 'MT5'] as const

/** Records that end a trade: the server shows one trade for each. */
export function closings(items: readonly LedgerItem[]): LedgerItem[] {
  return items.filter(
    (item) => (item.type === 'buy' || item.type === 'sell') && !('entry' in item && item.entry === 'in'),
  )
}

/** The bodies of all requests, as the contract reads them. */
export function bodies(terminal: Terminal): SyncRequest[] {
  return terminal.requests.map(({ body }) => body as SyncRequest)
}

/** Tickets in the order in which they were sent, repetitions included. */
export function ticketsSent(terminal: Terminal): string[] {
  return bodies(terminal).flatMap(({ history }) => history.items.map(({ ticket }) => ticket))
}

/** Seconds between the end of each request and the start of the next. */
export function pauses(terminal: Terminal): number[] {
  const { requests } = terminal
  return requests.slice(1).map(({ at }, index) => Math.round((at - (requests[index]?.ended ?? 0)) / 1000))
}

/** Every record once, in the order of (time, ticket). */
export function expectInOrder(terminal: Terminal): void {
  const sent = bodies(terminal).flatMap(({ history }) => history.items as LedgerItem[])
  for (const [index, item] of sent.entries()) {
    const before = sent[index - 1]
    if (before !== undefined) expect(compareCursors(cursorOf(before), cursorOf(item))).toBeLessThan(0)
  }
}
