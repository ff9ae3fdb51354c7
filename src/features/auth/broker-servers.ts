import { lookOf } from '#shared/lookalikes.ts'

/** Fewer letters would find half the list. */
export const shortestSearch = 2
const suggested = 10

/** How a server's name is compared: "icmarkets live" finds "ICMarketsSC-Live07". */
const folded = (text: string) => lookOf(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * The servers that a text may be the beginning or a part of, those that begin with it first, else in the given order; ten at most.
 * Nothing for fewer than two letters or digits.
 */
export function matchingServers(servers: readonly string[], typed: string): string[] {
  const wanted = folded(typed)
  if (wanted.length < shortestSearch) return []
  const words = lookOf(typed).split(/[^\p{L}\p{N}]+/u)
  const found = servers.flatMap((server) => {
    const name = folded(server)
    if (!words.every((word) => name.includes(word))) return []
    return [{ server, place: name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2 }]
  })
  return found
    .toSorted((a, b) => a.place - b.place)
    .slice(0, suggested)
    .map(({ server }) => server)
}
