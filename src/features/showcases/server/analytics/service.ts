import type { FastifyRequest } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/session.ts'
import { sourceOf } from '../../rules/places.ts'
import { countNoted, type Noted } from './count.ts'
import type { Clicked } from './targets.ts'
import { isOwnPage, isPerson, originsOf, shareOf, traitsOf } from './visitors.ts'

export { forgetVisits } from './retention.ts'
export { observeAnalytics } from './metrics.ts'

interface Seen {
  request: Pick<FastifyRequest, 'headers' | 'ip'>
  session: Session | null
  showcaseId: string
  /** Host or place that the visitor came from; undefined where the request does not say. */
  source: string | undefined
}

export type Outcome = 'noted' | 'counted' | 'paced' | 'dropped' | 'lost'

/** Counts visits to public showcases (`docs/showcases.md`, analytics). Nothing of it waits for the database, or throws. */
export interface Analytics {
  /** A look at the public version. */
  countView: (seen: Seen) => void
  countClick: (seen: Seen & Clicked) => void
  /** Writes what waits; resolves when it is written or kept for later. */
  flush: () => Promise<void>
  start: () => void
  /** Writes what waits, once more. */
  close: () => Promise<void>
  /** How many visits since the start came to which end. */
  figures: () => Readonly<Record<Outcome, number>>
}

/** Visits and clicks that one address notes in a minute (`shareOf` as many a larger origin); the rest is passed over in silence. */
const notedPerMinute = 60
/** What waits at most in memory, and origins whose minute is watched. */
const waitingMax = 20_000
/** What could not be written for so long is given up. */
const keptMs = 5 * 60_000

/** @param everyMs milliseconds between two writings */
export function createAnalytics(kernel: Kernel, everyMs = 1_000): Analytics {
  const { clock, config, log } = kernel
  const figures: Record<Outcome, number> = { noted: 0, counted: 0, paced: 0, dropped: 0, lost: 0 }
  const keys = new Map<string, Buffer>()
  let waiting = new Map<string, Noted>()
  let pace = { minute: 0, origins: new Map<string, number>() }
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function isPaced(kind: string, origins: readonly string[]): boolean {
    if (config.RATE_LIMITS === 'off') return false
    const minute = Math.floor(clock.now() / 60_000)
    if (minute !== pace.minute) pace = { minute, origins: new Map() }
    const seen = origins.map((origin) => pace.origins.get(`${kind} ${origin}`) ?? 0)
    if (seen.some((times, place) => times >= notedPerMinute * shareOf(place))) return true
    if (pace.origins.size + origins.length > waitingMax) pace.origins = withRoom(pace.origins)
    origins.forEach((origin, place) => pace.origins.set(`${kind} ${origin}`, (seen[place] ?? 0) + 1))
    return false
  }

  function note({ request, session, showcaseId, source }: Seen, click: Clicked | null): void {
    if (session?.is_admin || session?.is_limited || !isPerson(request) || !isOwnPage(request)) return
    const origins = originsOf(request.ip)
    if (isPaced(click === null ? 'view' : 'click', origins)) return void figures.paced++
    const noted: Noted = {
      showcase_id: showcaseId.toLowerCase(),
      traits: traitsOf(request),
      origins,
      trader_id: session?.trader_id ?? null,
      click,
      source: sourceOf(source),
      at: Math.floor(clock.now()),
    }
    const key = JSON.stringify([noted.showcase_id, noted.traits, noted.trader_id, click])
    if (waiting.has(key)) return
    if (waiting.size >= waitingMax) {
      const thinned = thin(waiting)
      figures.dropped += waiting.size - thinned.size
      waiting = thinned
    }
    waiting.set(key, noted)
    figures.noted++
  }

  async function write(): Promise<void> {
    const batch = waiting
    waiting = new Map()
    try {
      figures.counted += await countNoted(kernel, [...batch.values()], keys)
    } catch (error) {
      keep(batch)
      log.warn({ err: error }, 'visits of showcases not counted yet')
    }
    for (const day of [...keys.keys()].toSorted().slice(0, -2)) keys.delete(day)
  }

  /** What failed goes first the next time, as far as it is young and there is room. */
  function keep(batch: Map<string, Noted>): void {
    const oldest = clock.now() - keptMs
    const later = waiting
    waiting = new Map([...batch].filter(([, { at }]) => at > oldest))
    for (const [key, noted] of later) if (waiting.size < waitingMax && !waiting.has(key)) waiting.set(key, noted)
    figures.lost += Math.max(0, batch.size + later.size - waiting.size)
  }

  async function flush(): Promise<void> {
    while (writing !== null) await writing
    if (waiting.size === 0) return
    writing = write()
    await writing
    writing = null
  }

  return {
    countView(seen) {
      // Our own page asks once more with its source: the reading of what it shows is no second look.
      if (!seen.source && seen.request.headers['sec-fetch-site'] !== undefined) return
      note(seen, null)
    },
    countClick: ({ type, target, position, ...seen }) => note(seen, { type, target, position }),
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

/** Without the quiet ones: whoever comes late is watched, whoever comes too often stays known. */
function withRoom(seen: ReadonlyMap<string, number>): Map<string, number> {
  const crowded = [...seen].filter(([, times]) => times >= notedPerMinute)
  return new Map(crowded.slice(0, waitingMax / 2))
}

/** Nine of ten, taken in turns from every origin: what goes is of those that have the most. */
function thin(waiting: ReadonlyMap<string, Noted>): Map<string, Noted> {
  const turns = new Map<string, number>()
  const inTurn = [...waiting].map((entry) => {
    const origin = entry[1].origins.at(-1) ?? ''
    const turn = turns.get(origin) ?? 0
    turns.set(origin, turn + 1)
    return { entry, turn }
  })
  const kept = inTurn.toSorted((a, b) => a.turn - b.turn).slice(0, 0.9 * waitingMax)
  return new Map(kept.map(({ entry }) => entry))
}
