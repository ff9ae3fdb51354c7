import type { FastifyRequest } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { sourceOf } from '../../rules/visit-sources.ts'
import { countVisits, type Visit } from './count.ts'
import type { Clicked } from './targets.ts'
import { isOwnPage, isPerson, originsOf, shareOf, traitsOf } from './visitors.ts'

interface VisitRequest {
  request: Pick<FastifyRequest, 'headers' | 'ip'>
  session: Session | null
  showcaseId: string
  /** Host or place that the visitor came from; undefined where the request names none. */
  source: string | undefined
}

export type Outcome = 'noted' | 'counted' | 'paced' | 'dropped' | 'lost'

/** Counts visits to public showcases (`docs/showcases.md`, analytics). Counting neither waits for the database nor throws. */
export interface Analytics {
  /** Counts a view of the public version. */
  countView: (visit: VisitRequest) => void
  countClick: (visit: VisitRequest & Clicked) => void
  /** Writes pending visits; resolves when they are written, or pending again after a failure. */
  flush: () => Promise<void>
  start: () => void
  /** Writes pending visits and ends. */
  close: () => Promise<void>
  /** Number of visits since the start by outcome. */
  figures: () => Readonly<Record<Outcome, number>>
}

/** Views, and clicks, of one address in a minute (`shareOf` as many for a larger origin). The rest is ignored. */
const visitsPerMinute = 60
/** Pending visits in memory at most, and origins whose minute is counted. */
const pendingMax = 20_000
/** A visit that could not be written for so long is dropped. */
const pendingMs = 5 * MINUTE_MS

/** @param everyMs milliseconds between two writings */
export function createAnalytics(kernel: Kernel, everyMs = 1_000): Analytics {
  const { clock, config, log } = kernel
  const figures: Record<Outcome, number> = { noted: 0, counted: 0, paced: 0, dropped: 0, lost: 0 }
  const keys = new Map<string, Buffer>()
  let pending = new Map<string, Visit>()
  let pace = { minute: 0, origins: new Map<string, number>() }
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function isPaced(kind: string, origins: readonly string[]): boolean {
    if (config.RATE_LIMITS === 'off') return false
    const minute = Math.floor(clock.now() / MINUTE_MS)
    if (minute !== pace.minute) pace = { minute, origins: new Map() }
    const counts = origins.map((origin) => pace.origins.get(`${kind} ${origin}`) ?? 0)
    if (counts.some((times, place) => times >= visitsPerMinute * shareOf(place))) return true
    if (pace.origins.size + origins.length > pendingMax) pace.origins = withRoom(pace.origins)
    origins.forEach((origin, place) => pace.origins.set(`${kind} ${origin}`, (counts[place] ?? 0) + 1))
    return false
  }

  function note({ request, session, showcaseId, source }: VisitRequest, click: Clicked | null): void {
    if (session?.is_admin || session?.is_limited || !isPerson(request) || !isOwnPage(request)) return
    const origins = originsOf(request.ip)
    if (isPaced(click === null ? 'view' : 'click', origins)) return void figures.paced++
    const visit: Visit = {
      showcase_id: showcaseId.toLowerCase(),
      traits: traitsOf(request),
      origins,
      trader_id: session?.trader_id ?? null,
      click,
      source: sourceOf(source),
      at: Math.floor(clock.now()),
    }
    const key = JSON.stringify([visit.showcase_id, visit.traits, visit.trader_id, click])
    if (pending.has(key)) return
    if (pending.size >= pendingMax) {
      const thinned = thin(pending)
      figures.dropped += pending.size - thinned.size
      pending = thinned
    }
    pending.set(key, visit)
    figures.noted++
  }

  async function write(): Promise<void> {
    const batch = pending
    pending = new Map()
    try {
      figures.counted += await countVisits(kernel, [...batch.values()], keys)
    } catch (error) {
      retryLater(batch)
      log.warn({ err: error }, 'visits of showcases not counted yet')
    }
    for (const day of [...keys.keys()].toSorted().slice(0, -2)) keys.delete(day)
  }

  /** Failed visits go first the next time, as far as they are young and there is room. */
  function retryLater(batch: Map<string, Visit>): void {
    const oldest = clock.now() - pendingMs
    const later = pending
    pending = new Map([...batch].filter(([, { at }]) => at > oldest))
    for (const [key, visit] of later) if (pending.size < pendingMax && !pending.has(key)) pending.set(key, visit)
    figures.lost += Math.max(0, batch.size + later.size - pending.size)
  }

  async function flush(): Promise<void> {
    while (writing !== null) await writing
    if (pending.size === 0) return
    writing = write()
    await writing
    writing = null
  }

  return {
    countView(visit) {
      // Our own page reports its view with a source. Its request without one only reads the showcase.
      if (!visit.source && visit.request.headers['sec-fetch-site'] !== undefined) return
      note(visit, null)
    },
    countClick: ({ type, target, position, ...visit }) => note(visit, { type, target, position }),
    flush,
    start() {
      timer ??= setInterval(() => {
        if (writing === null) void flush()
      }, everyMs)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
    figures: () => figures,
  }
}

/** Keeps only origins at their limit: they stay limited, and new origins find room. */
function withRoom(counts: ReadonlyMap<string, number>): Map<string, number> {
  const limited = [...counts].filter(([, times]) => times >= visitsPerMinute)
  return new Map(limited.slice(0, pendingMax / 2))
}

/** Keeps nine tenths of the visits, taken in turns from every origin, so that origins with the most visits lose theirs. */
function thin(pending: ReadonlyMap<string, Visit>): Map<string, Visit> {
  const turns = new Map<string, number>()
  const inTurn = [...pending].map((entry) => {
    const origin = entry[1].origins.at(-1) ?? ''
    const turn = turns.get(origin) ?? 0
    turns.set(origin, turn + 1)
    return { entry, turn }
  })
  const remaining = inTurn.toSorted((a, b) => a.turn - b.turn).slice(0, 0.9 * pendingMax)
  return new Map(remaining.map(({ entry }) => entry))
}
