/** Limits of one advisor's requests. `docs/ea-protocol.md`, sizes. */

/** Requests at once after a pause: a restarted advisor does not wait. */
const ordinaryBurst = 3
/** While there is more to send: twice a second, sixty at once. */
const chainIntervalMs = 500
const chainBurst = 60
/** The range of Retry-After, in seconds. */
const waitSeconds = [30, 3_600] as const

export interface Limits {
  ordinary: number
  chain: number
}

/**
 * Generic cell rate: answers the new limits, or the seconds to wait.
 * @param chained the request before had more to send
 * @param now milliseconds UTC
 */
export function admitRequest(
  limits: Limits,
  chained: boolean,
  now: number,
  intervalSeconds: number,
): Limits | { wait: number } {
  const [kind, interval, burst] = chained
    ? (['chain', chainIntervalMs, chainBurst] as const)
    : (['ordinary', intervalSeconds * 1000, ordinaryBurst] as const)
  // Counts beyond a full burst are impossible: they come from a clock that has been set back since. The burst counts as used up, and this
  // request is accepted. A refused one changes no count: it would be refused for as long as the clock was ahead.
  const impossible = limits[kind] > now + (burst + 1) * interval
  const arrival = impossible ? now + (burst - 1) * interval : Math.max(limits[kind], now)
  const early = arrival - (burst - 1) * interval - now
  if (early > 0) return { wait: Math.min(Math.max(Math.ceil(early / 1000), waitSeconds[0]), waitSeconds[1]) }
  return { ...limits, [kind]: arrival + interval }
}
