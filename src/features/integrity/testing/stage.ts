import { injectedSender } from '#features/ea/server/testing/replayed.ts'
import { DAY } from '#features/ea/simulation/market.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { registerCheckedEa } from '../server/testing/checked-ea.ts'
import { makeTrader, type TestTrader } from '#features/ea/server/testing/world.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import {
  firstSync,
  origin,
  simulatedTrader,
  type Disguise,
  type SimulatedTrader,
  type Trading,
} from './simulated-trader.ts'

/** The findings of the server about an account. */
export interface Found {
  traderId: string
  /** Codes of all tags, those that ended too. */
  tags: string[]
  /** Codes of the cases, those that hold marked. */
  cases: string[]
  held: boolean
}

export interface Play {
  trading?: Trading
  disguise?: Disguise
  /** Days of syncs, from Monday morning. */
  days?: number
  /** Minutes between two. */
  every?: number
  /** Where the terminal sends from; a network of its own where left out. */
  address?: string
  displayName?: string
}

export interface Stage {
  kernel: TestKernel
  /** Plays traders side by side, reviews them and says what was found of each. */
  play(plays: readonly Play[]): Promise<Found[]>
}

/** The real intake on a real database, under a simulated clock. @param review finds what takes more than one sync */
export async function forgeryStage(review: (kernel: TestKernel) => Promise<unknown>): Promise<Stage> {
  const kernel = await testKernel({
    now: origin + firstSync * 1000,
    env: { RATE_LIMITS: 'off', EA_MIN_INTERVAL_S: '0', LOG_LEVEL: 'silent' },
  })
  const { clock, sql } = kernel
  const app = await testApp(kernel, registerCheckedEa)
  const random = createRandom(7)
  let seeds = 0

  async function foundOf({ trader_id }: TestTrader): Promise<Found> {
    const [found] = await sql<Omit<Found, 'traderId'>[]>`
      select array(select code from integrity_tag where account_id = account.account_id order by code)
               as tags,
             array(select code from integrity_case where account_id = account.account_id order by code) as cases,
             exists (select from held_account held where held.account_id = account.account_id) as held
        from trading_account account where trader_id = ${trader_id}`
    if (found === undefined) throw new Error('no account was bound')
    return { traderId: trader_id, ...found }
  }

  return {
    kernel,
    async play(plays) {
      clock.set(origin + firstSync * 1000)
      const days = Math.max(...plays.map((one) => one.days ?? 5))
      const troupe: { trader: TestTrader; simulated: SimulatedTrader; play: Play }[] = []
      for (const play of plays) {
        seeds += 1
        const trader = await makeTrader(kernel, { planDays: 400 })
        // A ticket is of one account of a server.
        const numbers = { login: String(70_000_000 + seeds), firstTicket: 40_000_000 + 10 * seeds }
        const trading = { seed: seeds, ...numbers, ...play.trading }
        const send = injectedSender(app, trader.token, play.address ?? `10.${seeds >> 8}.${seeds & 255}.9`)
        if (play.displayName !== undefined) {
          await sql`update trader set display_name = ${play.displayName} where trader_id = ${trader.trader_id}`
        }
        troupe.push({ trader, play, simulated: simulatedTrader(trading, [play.disguise ?? {}], send) })
      }
      for (let minute = 0; minute <= days * 1440; minute += 5) {
        const at = firstSync + minute * 60
        const due = troupe.filter(({ play }) => minute % (play.every ?? 60) === 0 && minute <= (play.days ?? 5) * 1440)
        if (due.length === 0) continue
        // A request takes its time, never the same.
        const jitter = random.whole(0, 9)
        clock.set(origin + (at + jitter) * 1000)
        await Promise.all(due.map(({ simulated }) => simulated.sync(at + jitter)))
      }
      clock.set(origin + (firstSync + days * DAY + 120) * 1000)
      await review(kernel)
      return Promise.all(troupe.map(({ trader }) => foundOf(trader)))
    },
  }
}
