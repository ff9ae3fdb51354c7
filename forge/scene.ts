import type { FastifyInstance } from 'fastify'
import type { Terminal } from '#features/ea/advisor/advisor.ts'
import { injectedSender } from '#features/ea/server/testing/replayed.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { brokerOffset } from '#features/ea/simulation/brokers.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { reportSilentFindings } from '#features/integrity/server/night/night-report.ts'
import { reviewAccounts } from '#features/integrity/server/review/review.ts'
import {
  firstSync,
  origin,
  simulatedTrader,
  type SimulatedTrader,
} from '#features/integrity/testing/simulated-trader.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import type { SettableClock } from '#server/testing/clock.ts'

import type { Case, Outcome, Sample, Story } from './story.ts'
import { trueFigures, type TrueHistory } from './truth.ts'

/** The product and a clock that the suite sets. */
export interface Product {
  kernel: Kernel & { clock: SettableClock }
  app: FastifyInstance
}

interface Player {
  story: Story
  traderId: string
  simulated: SimulatedTrader
  /** The terminal without its lies. */
  witness: Terminal
  history: TrueHistory
  known: Set<string>
  samples: Sample[]
}

/** Minutes of the story between two looks at the figures. */
const sampledEvery = 720
/** Each account has its own number, server and network. */
let accounts = 0

/**
 * Plays stories side by side through `POST /api/ea/sync`, with the product's own reviews, and compares what is shown with the truth twice a
 * day. The figures are those of the list of a server that starts at that moment.
 */
export async function playScene({ kernel, app }: Product, stories: readonly Story[]): Promise<Outcome[]> {
  const { clock } = kernel
  clock.set(origin + firstSync * 1000)
  const players: Player[] = []
  for (const story of stories) players.push(await playerOf({ kernel, app }, story))
  const minutes = Math.max(...stories.map(({ days }) => days * 1440))
  const random = createRandom(stories.length)
  for (let minute = 0; minute <= minutes; minute += 5) {
    const playing = players.filter(({ story }) => minute <= story.days * 1440)
    const due = playing.filter(({ story }) => minute % story.every === 0)
    // A request takes its time, never the same.
    const at = firstSync + minute * 60 + random.whole(0, 9)
    if (due.length > 0) {
      clock.set(origin + at * 1000)
      await Promise.all(due.map((player) => syncPlayer(player, at, clock)))
    }
    if (minute !== 60 && minute % sampledEvery !== 0) continue
    clock.set(origin + (firstSync + (minute + 2) * 60) * 1000)
    await reviewAccounts(kernel, 10_000)
    if (minute % 1440 === 720) await reportSilentFindings(kernel)
    await samplePlayers(kernel, playing)
  }
  return Promise.all(players.map((player) => outcomeOf(kernel, player)))
}

async function playerOf({ kernel, app }: Product, story: Story): Promise<Player> {
  accounts += 1
  const { trader_id, token } = await makeTrader(kernel, { planDays: 400 })
  const trading = { server: `Aurelia-Live ${100 + accounts}`, login: String(70_000_000 + accounts), ...story.trading }
  const send = injectedSender(app, token, `10.${accounts >> 8}.${accounts & 255}.9`)
  const simulated = simulatedTrader(trading, [...story.events, ...story.disguises], send)
  const witness = simulated.terminals[story.events.length]
  if (witness === undefined) throw new Error('no terminal')
  const history: TrueHistory = { currency: trading.currency ?? 'EUR', snapshots: [], records: [] }
  return { story, traderId: trader_id, simulated, witness, history, known: new Set(), samples: [] }
}

async function syncPlayer(player: Player, at: number, clock: SettableClock): Promise<void> {
  const { story, simulated } = player
  try {
    await simulated.sync(at)
  } catch (error) {
    throw new Error(`${story.name}: the sync was refused`, { cause: error })
  }
  if ([...story.events, ...story.disguises].some(({ off }) => off?.(at))) return
  witnessSync(player, clock.now())
}

/** Adds to the truth what the honest terminal shows. */
function witnessSync({ witness, history, known, story }: Player, now: number): void {
  if (story.stolen === true) {
    const balance = history.snapshots[0]?.balance ?? witness.snapshot().balance
    history.snapshots.push({ t: now, balance, equity: balance })
    return
  }
  const since = (history.snapshots.at(-1)?.t ?? -Infinity) + 1
  const offset = story.trading.clock ?? 'new_york'
  const utc = (seconds: number) => seconds * 1000 - brokerOffset(offset, seconds * 1000 - 2.5 * 3_600_000) * 1000
  for (const item of witness.book.after(0, '0', Number.MAX_SAFE_INTEGER).items) {
    if (known.has(item.ticket)) continue
    known.add(item.ticket)
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

async function samplePlayers(kernel: Product['kernel'], players: readonly Player[]): Promise<void> {
  const leaderboard = createLeaderboard(kernel)
  await leaderboard.start()
  const snapshot = leaderboard.snapshot()
  await leaderboard.close()
  const ranked = players.filter(({ traderId }) => snapshot.rankOf(traderId) !== null)
  const scores = ranked.map(({ traderId }) => snapshot.byId(traderId)?.entry.score ?? -1)
  for (const player of players) {
    const entry = snapshot.byId(player.traderId)?.entry
    if (entry?.score == null || entry.roi_90 === null || player.history.snapshots.length === 0) continue
    const { score, roi_90: roi, not_ranked_reasons: reasons } = entry
    player.samples.push({
      at: kernel.clock.now(),
      truth: trueFigures(player.history, kernel.clock.now()),
      shown: { roi, score },
      place: ranked.includes(player) ? 1 + scores.filter((other) => other > score).length : null,
      held: reasons.includes('under_review'),
    })
  }
}

async function outcomeOf({ sql }: Product['kernel'], { story, traderId, samples }: Player): Promise<Outcome> {
  const cases = await sql<{ code: string; holds: boolean; opened_at: string }[]>`
    select code, holds, opened_at from integrity_case join trading_account using (account_id)
     where trader_id = ${traderId} order by opened_at, code`
  const tags = await sql<{ code: string }[]>`
    select code from integrity_tag join trading_account using (account_id) where trader_id = ${traderId} order by code`
  return {
    story,
    samples,
    cases: cases.map(({ code, holds, opened_at }): Case => ({ code, holds, at: Date.parse(opened_at) })),
    tags: tags.map(({ code }) => code),
  }
}
