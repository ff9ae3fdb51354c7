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
  /** `loading` until the first load has ended, `not loaded` where it failed and is tried again. */
  state: () => 'loading' | 'not loaded' | 'up'
  /** Takes a millisecond for each showcase or less: no hook of the server waits for it. */
  start: () => Promise<void>
  close: () => Promise<void>
  onChange: (listener: () => void) => void
}

/** Showcases of one statement, and of one slice of work: less than ten milliseconds between two turns of the event loop. */
const sliceSize = 64

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
  /** Something of the list changed that no listener knows of. */
  let changed = false
  let tried = false
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
      await read(batch === 'all' ? await outdated() : [...batch])
      if (!closed && (changed || version === 0)) notify()
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

  async function read(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length && !closed; start += sliceSize) {
      const slice = ids.slice(start, start + sliceSize)
      const found = new Map((await publishedShowcases(sql, slice)).flatMap(readable))
      for (const id of slice) {
        const showcase = found.get(id)
        if (showcase === undefined) {
          changed = showcases.delete(id) || changed
          continue
        }
        const held = showcases.get(id)?.row
        changed ||= !isSame(held, showcase.row)
        if (held?.views_count !== showcase.row.views_count) views += 1
        showcases.set(id, showcase)
      }
    }
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
    changed = false
    for (const listener of listeners) listener()
  }

  /** Traders whose showcase changed, came or went. Views are taken over at once: no notification reports their changes. */
  async function outdated(): Promise<string[]> {
    const gone = new Set(showcases.keys())
    const other: string[] = []
    for await (const revisions of publishedRevisions(sql)) {
      for (const now of revisions) {
        const id = now.trader_id
        gone.delete(id)
        const held = showcases.get(id)
        if (!isSame(held?.row, now)) {
          if (unreadable.get(id) !== now.revision) other.push(id)
        } else if (held !== undefined && held.row.views_count !== now.views_count) {
          showcases.set(id, { ...held, row: { ...held.row, views_count: now.views_count } })
          views += 1
        }
      }
      if (closed) return []
    }
    return [...gone, ...other]
  }

  /** Finds changes of views, and changes whose notification was lost. */
  async function reconcile(): Promise<void> {
    if (version === 0) return run('all')
    const ids = await outdated()
    if (ids.length > 0) await run(ids)
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
    state: () => (version > 0 ? 'up' : tried ? 'not loaded' : 'loading'),
    onChange: (listener) => void listeners.push(listener),
    async start() {
      changes.subscribe((change) => {
        add(change)
        runSoon(debounceMs)
      })
      await run('all')
      tried = true
      if (closed) return
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
