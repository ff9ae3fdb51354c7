/** How the daily growth of two accounts runs together. */

interface DailyGrowth {
  /** In day order. */
  days: readonly number[]
  growth: readonly number[]
}

/** Pearson's coefficient over the days that both have, from -1 to 1, and how many these are; null where one of them never changes. */
export function correlationOf(one: DailyGrowth, other: DailyGrowth): { days: number; correlation: number } | null {
  const pairs: [number, number][] = []
  for (let a = 0, b = 0; a < one.days.length && b < other.days.length;) {
    const [day, theirs] = [one.days[a] ?? 0, other.days[b] ?? 0]
    if (day === theirs) pairs.push([one.growth[a] ?? 1, other.growth[b] ?? 1])
    if (day <= theirs) a += 1
    if (theirs <= day) b += 1
  }
  const { length } = pairs
  let [meanX, meanY] = [0, 0]
  for (const [x, y] of pairs) {
    meanX += x / length
    meanY += y / length
  }
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  if (xx === 0 || yy === 0) return null
  return { days: length, correlation: Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) }
}
