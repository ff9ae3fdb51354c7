import { isPage, readers, sortNames } from './page.ts'

/** Readers of the parts of an address: null or false for a value that is not taken. */
const takers: Record<string, (text: string) => unknown> = {
  ...readers,
  sort_by: (text) => Object.hasOwn(sortNames, text),
  order: (text) => text === 'asc' || text === 'desc',
  page: isPage,
}

/** The parts of an address that no filter and no order takes, as they are written there. */
export function ignoredIn(search: URLSearchParams): string[] {
  return Object.entries(takers).flatMap(([name, take]) => {
    const text = search.get(name)?.trim()
    return text && !take(text) ? `${name}=${text.slice(0, 40)}` : []
  })
}
