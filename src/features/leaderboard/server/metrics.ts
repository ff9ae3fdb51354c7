import { Gauge } from 'prom-client'
import type { Clock } from '#server/clock.ts'
import { histogram } from '#server/metrics/meters.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { Snapshot } from './ranking/snapshot.ts'

export const rankingRefreshes = histogram({
  name: 'ranking_refresh_seconds',
  help: 'How long it took to read what changed and to put the ranking in order',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Age and length of the served ranking. They are read at each scrape and cost requests nothing. */
export function observeLeaderboard(
  { registry }: Pick<Metrics, 'registry'>,
  clock: Clock,
  leaderboard: { usable: () => boolean; snapshot: () => Snapshot },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        if (leaderboard.usable()) this.set(read())
      },
    })
  new Gauge({
    name: 'ranking_usable',
    help: 'Whether there is a ranking to serve',
    registers: [registry],
    collect() {
      this.set(leaderboard.usable() ? 1 : 0)
    },
  })
  gauge('ranking_stale_seconds', 'Since when the ranking could not be refreshed; 0 while it is', () => {
    const { staleSince } = leaderboard.snapshot()
    return staleSince === null ? 0 : Math.max(0, (clock.now() - staleSince) / 1000)
  })
  gauge('ranking_news_age_seconds', 'Time since the newest thing in the served ranking happened', () =>
    Math.max(0, (clock.now() - leaderboard.snapshot().generatedAt) / 1000),
  )
  gauge('ranking_listed_traders', 'Traders in the list', () => leaderboard.snapshot().size)
  gauge('ranking_ranked_traders', 'Traders with a rank', () => leaderboard.snapshot().ranked)
}
