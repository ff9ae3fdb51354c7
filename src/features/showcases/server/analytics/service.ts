import type { FastifyRequest } from 'fastify'
import { addressBucket } from '#features/auth/rules.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/session.ts'
import { sourceOf } from '../../rules/places.ts'
import { countNoted, type Noted } from './count.ts'
import type { Clicked } from './targets.ts'
import { isPerson, traitsOf } from './visitors.ts'

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

/** Visits and clicks that one address has noted in a minute; the rest is passed over in silence. */
const notedPerMinute = 60
/** What waits at most in memory, and addresses whose minute is watched. */
const waitingMax = 20_000
/** What could not be written for so long is given up. */
const keptMs = 5 * 60_000

/** @param everyMs milliseconds between two writings */
export function createAnalytics(kernel: Kernel, everyMs = 1_000): Analytics {
  const { clock, config, log } = kernel
  const figures: Record<Outcome, number> = { noted: 0, counted: 0, paced: 0, dropped: 0, lost: 0 }
  const keys = new Map<string, Buffer>()
  let waiting = new Map<string, Noted>()
  let pace = { minute: 0, addresses: new Map<string, number>() }
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function isPaced(kind: string, ip: string): boolean {
    if (config.RATE_LIMITS === 'off') return false
    const minute = Math.floor(clock.now() / 60_000)
    if (minute !== pace.minute) pace = { minute, addresses: new Map() }
    const key = `${kind} ${addressBucket(ip)}`
    const seen = pace.addresses.get(key) ?? 0
    if (seen === 0 && pace.addresses.size >= waitingMax) return true
    pace.addresses.set(key, seen + 1)
    return seen >= notedPerMinute
  }

  function note({ request, session, showcaseId, source }: Seen, click: Clicked | null): void {
    if (session?.is_admin || session?.is_limited || !isPerson(request)) return
    if (isPaced(click === null ? 'view' : 'click', request.ip)) return void figures.paced++
    const noted: Noted = {
      showcase_id: showcaseId.toLowerCase(),
      traits: traitsOf(request),
      trader_id: session?.trader_id ?? null,
      click,
      source: sourceOf(source),
      at: Math.floor(clock.now()),
    }
    const key = JSON.stringify([noted.showcase_id, noted.traits, noted.trader_id, click])
    if (waiting.has(key)) return
    if (waiting.size >= waitingMax) return void figures.dropped++
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
      if (seen.source === undefined && seen.request.headers['sec-fetch-site'] === 'same-origin') return
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
