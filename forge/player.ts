import type { Terminal } from '#features/ea/advisor/advisor.ts'
import { netOf } from '#features/ea/advisor/record-book.ts'
import { httpSender } from '#features/ea/advisor/transport.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { brokerOffset } from '#features/ea/simulation/brokers.ts'
import { simulatedTrader, type SimulatedTrader } from '#features/integrity/testing/simulated-trader.ts'
import type { Kernel } from '#server/kernel.ts'
import type { SettableClock } from '#server/testing/clock.ts'
import type { Sample, Story } from './story.ts'
import type { TrueHistory } from './truth.ts'

/** The product and a clock that the suite sets. */
export interface Product {
  kernel: Kernel & { clock: SettableClock }
  /** Where it listens. It believes senders that a proxy on this machine names. */
  url: string
}

/** A story on the stage. */
export interface Player {
  story: Story
  traderId: string
  /** The advisor's, now. */
  token: string
  simulated: SimulatedTrader
  /** The terminal without its lies. */
  witness: Terminal
  history: TrueHistory
  /** Money of each record, as it was shown last, by ticket. */
  known: Map<string, number>
  samples: Sample[]
  refusals: { message: string; at: number }[]
}

/** Each account has its own number, server and network. */
let accounts = 0

/** Milliseconds for an answer: the stories have a clock of their own, and the machine may be busy. */
const patienceMs = 120_000

/** Registers the trader of a story, whose terminal has not synced yet. */
export async function playerOf({ kernel, url }: Product, story: Story): Promise<Player> {
  accounts += 1
  const network = `${accounts >> 8}.${accounts & 255}.9`
  const { trader_id: traderId, token } = await makeTrader(kernel, { planDays: 400 })
  const trading = { server: `Aurelia-Live ${100 + accounts}`, login: String(70_000_000 + accounts), ...story.trading }
  const starts: string[] = []
  const simulated = simulatedTrader(trading, [...story.events, ...story.disguises], (request) => {
    const { boot } = request.sync
    if (!starts.includes(boot)) starts.push(boot)
    // Each terminal has its own network.
    const sender = { 'x-forwarded-for': `${10 + starts.indexOf(boot)}.${network}` }
    return httpSender(url, player.token, sender, patienceMs)(request)
  })
  const witness = simulated.terminals[story.events.length]
  if (witness === undefined) throw new Error('no terminal')
  const history: TrueHistory = { currency: trading.currency ?? 'EUR', snapshots: [], records: [] }
  const player = { story, traderId, token, simulated, witness, history, known: new Map(), samples: [], refusals: [] }
  return player
}

/** Adds to the truth what the honest terminal shows. @param now milliseconds UTC */
export function witnessSync({ witness, history, known, story }: Player, now: number): void {
  if (story.stolen === true) {
    const balance = history.snapshots[0]?.balance ?? witness.snapshot().balance
    history.snapshots.push({ t: now, balance, equity: balance })
    return
  }
  const since = (history.snapshots.at(-1)?.t ?? -Infinity) + 1
  const offset = story.trading.clock ?? 'new_york'
  const utc = (seconds: number) => seconds * 1000 - brokerOffset(offset, seconds * 1000 - 2.5 * 3_600_000) * 1000
  for (const item of witness.book.after(0, '0', Number.MAX_SAFE_INTEGER).items) {
    const net = netOf(item)
    const before = known.get(item.ticket)
    if (before === net) continue
    known.set(item.ticket, net)
    if (before !== undefined) {
      const entered = 'entry' in item && item.entry === 'in' ? item.position : null
      history.records.push({ correction: net - before, t: now, entered })
      continue
    }
    const time = 'close_time' in item ? utc(item.close_time) : utc(item.time)
    const t = Math.min(now, Math.max(since, time))
    history.records.push({ item, t, opened: 'open_time' in item ? utc(item.open_time) : t })
  }
  const { balance, floating, open_count, positions = [] } = witness.snapshot()
  const opened = Math.min(...positions.map(({ open_time }) => utc(open_time)))
  const listed = positions.reduce((sum, { profit, swap }) => sum + profit + swap, 0)
  history.snapshots.push({
    t: now,
    balance,
    equity: balance + (open_count > positions.length ? Math.min(floating, listed) : floating),
    open_since: open_count > 0 && open_count === positions.length ? opened : null,
  })
}
