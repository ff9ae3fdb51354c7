import type { StoryTime } from '#features/ea/simulation/market.ts'
import { offBetween } from '../changes.ts'
import type { Oddity } from './oddity.ts'

/** Terminals that are off, two at once, or on a server with another name. */
export const terminalOddities: readonly Oddity[] = [
  {
    name: 'the terminal is off for days',
    make({ moment, lasting }) {
      const start = moment(1, 3)
      const gaps = [2.2, 2.2, 1.1].map((days, index): [StoryTime, StoryTime] => [
        start + lasting(index * 3.5),
        start + lasting(index * 3.5 + days),
      ])
      return { events: [{ off: offBetween(...gaps) }] }
    },
  },
  // The server takes the token back: the trader makes a new one, and leaves the advisor on the VPS.
  { name: 'PC and VPS each five minutes', trading: { terminals: 2 }, every: 5, remedy: 'token' },
  { name: 'PC and VPS in turn', trading: { terminals: 2 }, every: 60 },
  {
    name: 'the broker renames its server',
    remedy: 'server',
    make({ moment }) {
      const from = moment(2, 8)
      return {
        disguises: [
          { account: (account, at) => (at < from ? account : { ...account, server: `${account.server} New` }) },
        ],
      }
    },
  },
]
