import { MINUTE_MS } from '#shared/dates.ts'

/** Requests of the last hour, in memory: a histogram of durations for each minute and route. */

export const windowMinutes = 60
/** Durations of one class differ by a tenth at most: its middle is within 5 % of each of them. */
const growth = 1.1
/** All shorter durations are one class. Milliseconds. */
const shortest = 0.05
const classes = 1 + Math.ceil(Math.log(MINUTE_MS / shortest) / Math.log(growth))

interface Counts {
  requests: number
  refused: number
  errors: number
  durations: Uint32Array
}

export interface Figures {
  requests: number
  refused: number
  errors: number
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
}

export interface Window {
  /**
   * @param now milliseconds
   * @param ms how long the answer took
   * @param isTurnedAway the site is closed: counts as refused, whatever the status
   */
  count: (now: number, request: { route: string; status: number; ms: number; isTurnedAway?: boolean }) => void
  /** Sums of the last 60 minutes, the current one included. */
  read: (now: number) => { totals: Figures; routes: Map<string, Figures> }
}

export function createWindow(): Window {
  const ring: { minute: number; routes: Map<string, Counts> }[] = []

  function routesAt(now: number): Map<string, Counts> {
    const minute = Math.floor(now / MINUTE_MS)
    const slot = minute % windowMinutes
    const current = ring[slot]
    if (current?.minute === minute) return current.routes
    const routes = new Map<string, Counts>()
    ring[slot] = { minute, routes }
    return routes
  }

  return {
    count(now, { route, status, ms, isTurnedAway = false }) {
      const routes = routesAt(now)
      let counts = routes.get(route)
      if (counts === undefined) routes.set(route, (counts = nothing()))
      counts.requests += 1
      if (isTurnedAway || (status >= 400 && status < 500)) counts.refused += 1
      else if (status >= 500) counts.errors += 1
      const index = classOf(ms)
      counts.durations[index] = (counts.durations[index] ?? 0) + 1
    },
    read(now) {
      const last = Math.floor(now / MINUTE_MS)
      const totals = nothing()
      const routes = new Map<string, Counts>()
      for (const slot of ring) {
        // A slot whose minute had no request still holds the counts of an hour before.
        if (slot === undefined || slot.minute > last || slot.minute <= last - windowMinutes) continue
        for (const [route, counts] of slot.routes) {
          let sum = routes.get(route)
          if (sum === undefined) routes.set(route, (sum = nothing()))
          for (const into of [sum, totals]) add(into, counts)
        }
      }
      return { totals: figures(totals), routes: new Map([...routes].map(([route, sum]) => [route, figures(sum)])) }
    },
  }
}

const nothing = (): Counts => ({ requests: 0, refused: 0, errors: 0, durations: new Uint32Array(classes) })

function add(into: Counts, counts: Counts): void {
  into.requests += counts.requests
  into.refused += counts.refused
  into.errors += counts.errors
  for (const [index, count] of counts.durations.entries()) into.durations[index] = (into.durations[index] ?? 0) + count
}

function classOf(ms: number): number {
  if (!(ms > shortest)) return 0
  return Math.min(classes - 1, 1 + Math.floor(Math.log(ms / shortest) / Math.log(growth)))
}

function figures({ requests, refused, errors, durations }: Counts): Figures {
  const at = (share: number) => (requests === 0 ? null : quantile(durations, Math.ceil(requests * share)))
  return { requests, refused, errors, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
}

/** @param rank from 1, of the shortest first */
function quantile(durations: Uint32Array, rank: number): number {
  let cumulated = 0
  const index = durations.findIndex((count) => (cumulated += count) >= rank)
  const middle = index === 0 ? shortest : shortest * growth ** (index - 0.5)
  return Number(middle.toPrecision(3))
}
