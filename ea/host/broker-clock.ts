/** A broker's wall-clock: hours east of UTC in winter, and the dates of summer time. */
export interface BrokerClock {
  standard: number
  dst: 'us' | 'eu' | 'none'
}

const hour = 3_600_000

/** Milliseconds to add to UTC at an instant (milliseconds UTC). */
export function brokerOffset({ standard, dst }: BrokerClock, at: number): number {
  return (standard + (dst !== 'none' && isSummer(dst, at) ? 1 : 0)) * hour
}

/** American clocks change at 2 in the morning of New York, European ones at 1 UTC. */
function isSummer(dst: 'us' | 'eu', at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  if (dst === 'us') return at >= sunday(year, 2, 8) + 7 * hour && at < sunday(year, 10, 1) + 6 * hour
  return at >= sunday(year, 2, 25) + hour && at < sunday(year, 9, 25) + hour
}

/** Midnight UTC of the first Sunday on or after a day of a month (0 to 11). */
function sunday(year: number, month: number, from: number): number {
  const first = Date.UTC(year, month, from)
  return first + ((7 - new Date(first).getUTCDay()) % 7) * 24 * hour
}
