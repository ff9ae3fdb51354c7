/** How requests went in the last hour, in memory: a count for each minute, route and class of durations. */

export const windowMinutes = 60
/** Durations of one class differ by a tenth at most: its middle is within 5 % of each. */
const growth = 1.1
/** Shorter than this, in milliseconds, is one class. */
const shortest = 0.05
const classes = 1 + Math.ceil(Math.log(60_000 / shortest) / Math.log(growth))

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
   * @param isTurnedAway since the site is closed: refused, whatever the status
   */
  count: (now: number, request: { route: string; status: number; ms: number; isTurnedAway?: boolean }) => void
  /** What the last 60 minutes were, the one that runs among them. */
  read: (now: number) => { totals: Figures; routes: Map<string, Figures> }
}

export function createWindow(): Window {
  const ring: { minute: number; routes: Map<string, Counts> }[] = []

  function routesAt(now: number): Map<string, Counts> {
    const minute = Math.floor(now / 60_000)
    const place = minute % windowMinutes
    const held = ring[place]
    if (held?.minute === minute) return held.routes
    const routes = new Map<string, Counts>()
    ring[place] = { minute, routes }
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
      const place = classOf(ms)
      counts.durations[place] = (counts.durations[place] ?? 0) + 1
    },
    read(now) {
      const last = Math.floor(now / 60_000)
      const totals = nothing()
      const routes = new Map<string, Counts>()
      for (const held of ring) {
        // Places of minutes without a request still hold those of an hour before.
        if (held === undefined || held.minute > last || held.minute <= last - windowMinutes) continue
        for (const [route, counts] of held.routes) {
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
  for (const [index, held] of counts.durations.entries()) into.durations[index] = (into.durations[index] ?? 0) + held
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
  let seen = 0
  const index = durations.findIndex((held) => (seen += held) >= rank)
  const middle = index === 0 ? shortest : shortest * growth ** (index - 0.5)
  return Number(middle.toPrecision(3))
}
