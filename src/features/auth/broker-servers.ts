import { lookOf } from '#shared/text/lookalikes.ts'

/** One letter finds half the list. */
export const shortestSearch = 2
const suggested = 10

/** The form in which names of servers are compared: "icmarkets live" finds "ICMarketsSC-Live07". */
const folded = (text: string) => lookOf(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * The servers whose names hold a text, ten at most. Names that begin with it come first, else the given order holds. Fewer than two
 * letters or digits find nothing.
 */
export function matchingServers(servers: readonly string[], typed: string): string[] {
  const part = folded(typed)
  if (part.length < shortestSearch) return []
  const words = lookOf(typed).split(/[^\p{L}\p{N}]+/u)
  const found = servers.flatMap((server) => {
    const name = folded(server)
    if (!words.every((word) => name.includes(word))) return []
    return [{ server, place: name.startsWith(part) ? 0 : name.includes(part) ? 1 : 2 }]
  })
  return found
    .toSorted((a, b) => a.place - b.place)
    .slice(0, suggested)
    .map(({ server }) => server)
}
