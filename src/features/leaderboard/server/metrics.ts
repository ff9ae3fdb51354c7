import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#server/clock.ts'
import type { Leaderboard } from './service.ts'

/** How old the served ranking is, and how long. Read when scraped, nothing while requests run. */
export function observeLeaderboard(registry: Registry, clock: Clock, leaderboard: Leaderboard): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        if (leaderboard.usable()) this.set(read())
      },
    })
  gauge('ranking_news_age_seconds', 'Time since the newest thing in the served ranking happened', () =>
    Math.max(0, (clock.now() - leaderboard.snapshot().generatedAt) / 1000),
  )
  gauge('ranking_listed_traders', 'Traders in the list', () => leaderboard.snapshot().traders.length)
  gauge('ranking_ranked_traders', 'Traders with a rank', () => leaderboard.snapshot().ranked)
}
