import * as z from 'zod/mini'
import { foldText } from '#features/leaderboard/server/ranking/listed.ts'
import type { Kernel } from '#server/kernel.ts'
import { avatarOf } from '#shared/avatar.ts'
import { fileOf } from '../../rules/files.ts'
import { publishedRevisions, publishedShowcases, type PublishedRow } from '../queries.ts'

/** A published showcase as the list holds it. It is never changed: a change makes a new one. */
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

/** All published showcases in memory, kept current: the list costs no query. */
export interface PublishedIndex {
  /** By trader, with the showcases whose Diamond has ended. */
  showcases: ReadonlyMap<string, PublishedShowcase>
  /** Grows with every change but that of views; 0 before the first load. */
  version: () => number
  /** Grows with every change of views. */
  views: () => number
  start: () => Promise<void>
  close: () => Promise<void>
  onChange: (listener: () => void) => void
}

/** Changes within this time are read together, milliseconds. */
const debounceMs = 50
/** Time to the next attempt while the database is away, milliseconds. */
const retryMs = 1_000
/** Time between two reconciliations. Every change must show within a minute. */
const reconcileMs = 20_000

/** The index of one instance. `start` loads it; notifications and a reconciliation refresh it. */
export function createPublishedIndex(
  { sql, log, changes }: Pick<Kernel, 'sql' | 'log' | 'changes'>,
  reconcileEveryMs = reconcileMs,
): PublishedIndex {
  const showcases = new Map<string, PublishedShowcase>()
  /** Revisions of unreadable rows, by trader: each is logged once, and left out. */
  const unreadable = new Map<string, string>()
  const listeners: (() => void)[] = []
  let version = 0
  let views = 0
  let closed = false
  /** Traders to read; `all` before the first load, and where the changed ones are unknown. */
  let pending: Set<string> | 'all' = 'all'
  let running: Promise<void> | null = null
  let soon: NodeJS.Timeout | undefined
  let tick: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    const batch = pending
    pending = new Set()
    if (batch !== 'all' && batch.size === 0) return
    try {
      await read(batch)
    } catch (error) {
      if (batch === 'all') pending = 'all'
      else for (const id of batch) add([id])
      log.warn({ err: error }, 'showcases not refreshed, the last ones stay')
      runSoon(retryMs)
    }
  }

  function runSoon(waitMs: number): void {
    if (closed) return
    soon ??= setTimeout(() => {
      soon = undefined
      void run([])
    }, waitMs).unref()
  }

  async function read(batch: ReadonlySet<string> | 'all'): Promise<void> {
    const ids = batch === 'all' ? null : [...batch]
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
    if (changed) notify()
  }

  /** A row by its trader; none for a malformed row, from an old backup for example, so that the others stay. */
  function readable(row: PublishedRow): [string, PublishedShowcase][] {
    const { trader_id, showcase_id, revision } = row
    if (parts.safeParse(row).success) {
      unreadable.delete(trader_id)
      return [[trader_id, published(row)]]
    }
    if (unreadable.get(trader_id) !== revision)
      log.error({ showcase_id }, 'a showcase cannot be read and is not listed')
    unreadable.set(trader_id, revision)
    return []
  }

  function notify(): void {
    version += 1
    for (const listener of listeners) listener()
  }

  /** Finds changes of views, which no notification reports, and changes whose notification was lost. */
  async function reconcile(): Promise<void> {
    if (version === 0) return run('all')
    const revisions = await publishedRevisions(sql)
    const known = new Set(revisions.map(({ trader_id }) => trader_id))
    const gone = [...showcases.keys()].filter((id) => !known.has(id))
    const other = revisions.filter((now) => {
      const held = showcases.get(now.trader_id)
      if (!isSame(held?.row, now)) return unreadable.get(now.trader_id) !== now.revision
      if (held !== undefined && held.row.views_count !== now.views_count) {
        showcases.set(now.trader_id, { ...held, row: { ...held.row, views_count: now.views_count } })
        views += 1
      }
      return false
    })
    if (gone.length + other.length === 0) return
    await run([...gone, ...other.map(({ trader_id }) => trader_id)])
  }

  function add(change: readonly string[] | 'all'): void {
    if (change === 'all') pending = 'all'
    else if (pending !== 'all') for (const id of change) pending.add(id)
  }

  /** Runs one refresh at a time. A call returns after a refresh that began after it. */
  async function run(change: readonly string[] | 'all'): Promise<void> {
    add(change)
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
      changes.subscribe((change) => {
        add(change)
        runSoon(debounceMs)
      })
      await run('all')
      tick = setInterval(() => {
        reconcile().catch((error: unknown) => log.warn({ err: error }, 'showcases not reconciled'))
      }, reconcileEveryMs).unref()
    },
    async close() {
      closed = true
      clearInterval(tick)
      clearTimeout(soon)
      await running
    },
  }
}

/** A row's revision without its views, on which only one order depends. */
type Revised = Pick<PublishedRow, 'showcase_id' | 'revision'>
function isSame(a: Revised | undefined, b: Revised): boolean {
  return a?.showcase_id === b.showcase_id && a.revision === b.revision
}

const parts = z.object({
  subtitle: z.string(),
  shown_name: z.string(),
  description: z.string(),
  profile_image_url: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  services: z.array(z.string()),
})

/** The picture's address; null where the current rule refuses it. */
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
