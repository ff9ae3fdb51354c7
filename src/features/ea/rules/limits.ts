/** How often one advisor may call. `docs/ea-protocol.md`, sizes. */

/** Requests at once after a pause: an advisor that is started again does not wait. */
const ordinaryBurst = 3
/** While there is more to send: twice a second, sixty at once. */
const chainIntervalMs = 500
const chainBurst = 60
/** What Retry-After may say, in seconds. */
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
  // A full burst is the most that can have been used up: more was counted by a clock that has been set back since.
  const arrival = Math.min(Math.max(limits[kind], now), now + burst * interval)
  const early = arrival - (burst - 1) * interval - now
  if (early > 0) return { wait: Math.min(Math.max(Math.ceil(early / 1000), waitSeconds[0]), waitSeconds[1]) }
  return { ...limits, [kind]: arrival + interval }
}
