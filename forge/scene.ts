import { createRandom } from '#features/ea/simulation/random.ts'
import { reportSilentFindings } from '#features/integrity/server/night/night-report.ts'
import { reviewAccounts } from '#features/integrity/server/review/review.ts'
import { firstSync, origin } from '#features/integrity/testing/simulated-trader.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { playerOf, witnessSync, type Player, type Product } from './player.ts'
import { remedy } from './remedies.ts'
import type { Case, Outcome, Story } from './story.ts'
import { trueFigures } from './truth.ts'

/** Called as the days of a scene pass. */
export type OnDay = (day: number, days: number) => void

/** Minutes of the story between two looks at the figures. */
const sampledEvery = 720
/**
 * Plays stories side by side through `POST /api/ea/sync`, with the product's own reviews each hour, and compares what is shown with the truth twice a
 * day. The figures are those of the list of a server that starts at that moment.
 */
export async function playScene(
  { kernel, url }: Product,
  stories: readonly Story[],
  onDay: OnDay = () => {},
): Promise<Outcome[]> {
  const { clock } = kernel
  clock.set(origin + firstSync * 1000)
  const players: Player[] = []
  for (const story of stories) players.push(await playerOf({ kernel, url }, story))
  const minutes = Math.max(...stories.map(({ days }) => days * 1440))
  const random = createRandom(stories.length)
  for (let minute = 0; minute <= minutes; minute += 5) {
    const playing = players.filter(({ story }) => minute <= story.days * 1440)
    const due = playing.filter(({ story }) => minute % story.every === 0)
    // A request takes its time, never the same.
    const at = firstSync + minute * 60 + random.whole(0, 9)
    if (due.length > 0) {
      clock.set(origin + at * 1000)
      await Promise.all(due.map((player) => syncPlayer(kernel, player, at)))
    }
    if (minute % 1440 === 0) onDay(minute / 1440, minutes / 1440)
    if (minute % 60 !== 0) continue
    clock.set(origin + (firstSync + (minute + 2) * 60) * 1000)
    await reviewAccounts(kernel, 10_000)
    if (minute !== 60 && minute % sampledEvery !== 0) continue
    if (minute % 1440 === 720) await reportSilentFindings(kernel)
    await samplePlayers(kernel, playing)
  }
  return Promise.all(players.map((player) => outcomeOf(kernel, player)))
}

async function syncPlayer(kernel: Product['kernel'], player: Player, at: number): Promise<void> {
  const { story, simulated } = player
  try {
    await simulated.sync(at)
  } catch (error) {
    return remedy(kernel, player, error instanceof Error ? error.message : String(error))
  }
  if ([...story.events, ...story.disguises].some(({ off }) => off?.(at))) return
  witnessSync(player, kernel.clock.now())
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

async function outcomeOf({ sql }: Product['kernel'], { story, traderId, samples, refusals }: Player): Promise<Outcome> {
  const cases = await sql<{ code: string; holds: boolean; opened_at: string }[]>`
    select code, holds, opened_at from integrity_case join trading_account using (account_id)
     where trader_id = ${traderId} order by opened_at, code`
  const tags = await sql<{ code: string }[]>`
    select code from integrity_tag join trading_account using (account_id) where trader_id = ${traderId} order by code`
  const { name, seed, kind, finding, every, trading } = story
  return {
    story: {
      name,
      seed,
      kind,
      every,
      platform: trading.platform ?? 'MT5',
      currency: trading.currency ?? 'EUR',
      ...(finding !== undefined && { finding }),
    },
    samples,
    cases: cases.map(({ code, holds, opened_at }): Case => ({ code, holds, at: Date.parse(opened_at) })),
    tags: tags.map(({ code }) => code),
    refusals: refusals.map(({ message }) => message),
  }
}
