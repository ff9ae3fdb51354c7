import * as z from 'zod/mini'
import { foldText } from '#features/leaderboard/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { avatarOf } from '#shared/avatar.ts'
import { fileOf } from '../../rules/files.ts'
import { publishedMarks, publishedShowcases, type PublishedRow } from '../queries.ts'

/** A published showcase as the list holds it. Never changed: news make a new one. */
export interface PublishedShowcase {
  row: PublishedRow
  avatar_url: string | null
  banner_url: string | null
  /** When Diamond ends, milliseconds UTC. */
  diamondUntil: number
  publishedAt: number
  /** Names, title, description and services, folded. */
  search: string
}

/** Everybody whose showcase was approved, kept current in memory: the list costs no query. */
export interface PublishedRoster {
  /** By trader, with those whose Diamond has ended. */
  showcases: ReadonlyMap<string, PublishedShowcase>
  /** Grows with every change but that of views; 0 before the first load. */
  version: () => number
  /** Grows when somebody's views changed. */
  views: () => number
  start: () => Promise<void>
  close: () => Promise<void>
  onChange: (listener: () => void) => void
}

/** How long a change waits for others that come with it, milliseconds. */
const gatherMs = 50
/** A database that is away is asked again after so long, milliseconds. */
const againMs = 1_000
/** Looks for views, and for news that got lost: well below the minute within which everything must be seen. */
const lookMs = 20_000

export function createPublishedRoster(
  { sql, log, changes }: Pick<Kernel, 'sql' | 'log' | 'changes'>,
  lookEveryMs = lookMs,
): PublishedRoster {
  const showcases = new Map<string, PublishedShowcase>()
  /** Marks of those that cannot be read, by trader: each is told of once, and left out. */
  const unreadable = new Map<string, string>()
  const listeners: (() => void)[] = []
  let version = 0
  let views = 0
  let closed = false
  /** Who is to be read; `all` before the first load, and where it is not known who. */
  let news: Set<string> | 'all' = 'all'
  let running: Promise<void> | null = null
  let soon: NodeJS.Timeout | undefined
  let tick: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    const wanted = news
    news = new Set()
    if (wanted !== 'all' && wanted.size === 0) return
    try {
      await read(wanted)
    } catch (error) {
      if (wanted === 'all') news = 'all'
      else for (const id of wanted) remember([id])
      log.warn({ err: error }, 'showcases not refreshed, the last ones stay')
      runSoon(againMs)
    }
  }

  function runSoon(waitMs: number): void {
    if (closed) return
    soon ??= setTimeout(() => {
      soon = undefined
      void run([])
    }, waitMs).unref()
  }

  async function read(wanted: ReadonlySet<string> | 'all'): Promise<void> {
    const ids = wanted === 'all' ? null : [...wanted]
    const rows = await publishedShowcases(sql, ids)
    const found = new Map(rows.flatMap(readable))
    let changed = version === 0
    for (const id of ids ?? showcases.keys()) if (!found.has(id)) changed = showcases.delete(id) || changed
    for (const [id, showcase] of found) {
      const held = showcases.get(id)?.row
      changed ||= !isSame(held, showcase.row)
      if (held?.views_count !== showcase.row.views_count) views += 1
      showcases.set(id, showcase)
    }
    if (changed) tell()
  }

  /** By trader. A row that something else wrote, a backup of another day say, costs the others nothing. */
  function readable(row: PublishedRow): [string, PublishedShowcase][] {
    const { trader_id, showcase_id, mark } = row
    if (parts.safeParse(row).success) {
      unreadable.delete(trader_id)
      return [[trader_id, published(row)]]
    }
    if (unreadable.get(trader_id) !== mark) log.error({ showcase_id }, 'a showcase cannot be read and is not listed')
    unreadable.set(trader_id, mark)
    return []
  }

  function tell(): void {
    version += 1
    for (const listener of listeners) listener()
  }

  /** Views are told of nowhere, and a notification may be lost: both are seen here. */
  async function look(): Promise<void> {
    if (version === 0) return run('all')
    const marks = await publishedMarks(sql)
    const known = new Set(marks.map(({ trader_id }) => trader_id))
    const gone = [...showcases.keys()].filter((id) => !known.has(id))
    const other = marks.filter((now) => {
      const held = showcases.get(now.trader_id)
      if (!isSame(held?.row, now)) return unreadable.get(now.trader_id) !== now.mark
      if (held !== undefined && held.row.views_count !== now.views_count) {
        showcases.set(now.trader_id, { ...held, row: { ...held.row, views_count: now.views_count } })
        views += 1
      }
      return false
    })
    if (gone.length + other.length === 0) return
    await run([...gone, ...other.map(({ trader_id }) => trader_id)])
  }

  function remember(change: readonly string[] | 'all'): void {
    if (change === 'all') news = 'all'
    else if (news !== 'all') for (const id of change) news.add(id)
  }

  /** Never two at once, and none that does not see what it is called for. */
  async function run(change: readonly string[] | 'all'): Promise<void> {
    remember(change)
    while (running !== null) await running
    running = refresh().finally(() => (running = null))
    await running
  }

  return {
    showcases,
    version: () => version,
    views: () => views,
    onChange: (listener) => void listeners.push(listener),
    async start() {
      changes.subscribe((change, what) => {
        // Figures come from the ranking: what every sync tells of is nothing that is read here.
        if (what === 'figures') return
        remember(change)
        runSoon(gatherMs)
      })
      await run('all')
      tick = setInterval(() => {
        look().catch((error: unknown) => log.warn({ err: error }, 'no look at the showcases'))
      }, lookEveryMs).unref()
    },
    async close() {
      closed = true
      clearInterval(tick)
      clearTimeout(soon)
      await running
    },
  }
}

/** But for views, which only one order depends on. */
type Marked = Pick<PublishedRow, 'showcase_id' | 'mark'>
function isSame(a: Marked | undefined, b: Marked): boolean {
  return a?.showcase_id === b.showcase_id && a.mark === b.mark
}

const parts = z.object({
  subtitle: z.string(),
  shown_name: z.string(),
  description: z.string(),
  profile_image_url: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  services: z.array(z.string()),
})

/** By the rule of today: an address that it refuses is left out. */
const imageOf = (address: string | null) => (address !== null && fileOf(address)?.kind === 'image' ? address : null)

function published(row: PublishedRow): PublishedShowcase {
  const texts = [row.shown_name, row.display_name, row.username, row.subtitle, row.description, ...row.services]
  return {
    row,
    avatar_url: imageOf(row.profile_image_url) ?? avatarOf(row.avatar_key)?.large ?? null,
    banner_url: imageOf(row.cover_image_url),
    diamondUntil: Date.parse(row.diamond_expires),
    publishedAt: Date.parse(row.published_at),
    search: texts.map(foldText).join('\n'),
  }
}
