import { compareWindows, maximumCompared, usualWindow, type CompareWindow } from '#shared/compare-address.ts'

/** Characters of the names in an address, at most: room for four of the longest usernames and their commas. */
export const maximumNamesLength = 300

/** The request of an address: the input of the call. An unknown window is the usual one. */
export interface Comparison {
  /** Usernames with commas between them, as they were written. */
  t: string
  window: CompareWindow
}

/** Reads an address. Each `t` names traders, so that a form adds one by a field of that name. */
export function comparisonOf(search: URLSearchParams): Comparison {
  const window = compareWindows.find((name) => name === search.get('window')) ?? usualWindow
  return { t: search.getAll('t').join(',').slice(0, maximumNamesLength), window }
}

/** The names of a text, in its order: those to compare, those that it repeats in any case, those beyond the fourth. */
export function namesIn(text: string): { names: string[]; repeated: string[]; beyond: string[] } {
  const names = new Map<string, string>()
  const repeated = new Set<string>()
  for (const part of text.split(',')) {
    const name = part.trim().replace(/^@/, '')
    if (name === '') continue
    const key = name.toLowerCase()
    if (names.has(key)) repeated.add(names.get(key) ?? name)
    else names.set(key, name)
  }
  const all = [...names.values()]
  return { names: all.slice(0, maximumCompared), repeated: [...repeated], beyond: all.slice(maximumCompared) }
}
