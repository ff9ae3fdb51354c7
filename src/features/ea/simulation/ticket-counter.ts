import type { StoryTime } from './market.ts'

/** Orders and deals that a broker's server books in a second, for all its accounts. */
const ticketsPerSecond = 2

/** An account's next ticket at a moment: other accounts of the server take tickets too, so the numbers rise with time. */
export function createTicketCounter(first: number): (at: StoryTime) => string {
  let ticket = 0
  return (at) => {
    ticket = Math.max(ticket + 1, first + Math.floor(at * ticketsPerSecond))
    return String(ticket)
  }
}
