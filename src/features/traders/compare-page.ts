/** Windows of a comparison, in days; `all` is every day that the traders have in common. */
export const compareWindows = ['7', '30', '90', '365', 'all'] as const
export type CompareWindow = (typeof compareWindows)[number]

const usualWindow: CompareWindow = '90'
/** Traders side by side, at most. */
export const maximumCompared = 4
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

export const comparePath = '/confronta'

/** Address of a comparison. Commas stay readable. */
export function compareAddress(names: readonly string[], window: CompareWindow = usualWindow): string {
  const query = [
    ...(names.length === 0 ? [] : [`t=${names.map(encodeURIComponent).join(',')}`]),
    ...(window === usualWindow ? [] : [`window=${window}`]),
  ].join('&')
  return query === '' ? comparePath : `${comparePath}?${query}`
}
