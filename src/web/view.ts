import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageHead } from '#shared/page.ts'
import type { Viewer } from '#shared/viewer.ts'
import type { Address } from './router.ts'

export type ViewParams = Record<string, string>

/** What a document says of its view. */
export interface Naming {
  /** Pure: of the address and the answers that the cache holds. */
  head: (address: Address, params: ViewParams, answers: QueryClient) => PageHead
  /** The document's status, where the answers decide it. */
  status?: (params: ViewParams, answers: QueryClient) => 200 | 404
}

/** Who looks at the page: null while it is not known, and for visitors. */
export interface Audience {
  signedIn: boolean
  viewer: Viewer | null
}

/** One screen of the product: where it lives, who may see it, where the navigation leads to it. */
export interface View {
  /** `?view=NAME`; the leaderboard has none. */
  name: string
  /** Clean address with `:name` parameters, where the view has one. */
  path?: string
  access: 'public' | 'user'
  /** Entry of the navigation, for everybody who may see the view. */
  nav?: string
  /** Whose navigation holds it, where that is not everybody's. */
  navFor?: (audience: Audience) => boolean
  /** The view whose entry is marked while this one is shown. */
  under?: string
  /** The screen and what a document says of it, where they belong to the first view. */
  screen?: ComponentType<ViewParams>
  head?: Naming['head']
  /** The same of every other view. */
  parts?: () => Promise<ViewParts>
}

/** What a view is made of that does not belong to the first view: the parts of all of them are one chunk, each screen is another. */
export interface ViewParts extends Naming {
  load: () => Promise<ComponentType<ViewParams>>
  /** The module that `load` imports, as the build names it: a document has the browser fetch it at once. */
  source: string
  /** Address of the sheet that only this view needs (`import … from './x.css?url'`). */
  style?: string
}

/** Names the type of a screen that is made of its parameters. */
export function screenComponent(screen: ComponentType<ViewParams>): ComponentType<ViewParams> {
  return screen
}

const arrived = new Map<View, ViewParts>()
/** Screens that have arrived. The server loads all of them before it renders; the browser when one is needed. */
const loaded = new Map<View, ComponentType<ViewParams>>()

export function screenOf(view: View): ComponentType<ViewParams> | undefined {
  return view.screen ?? loaded.get(view)
}

/** Undefined while they are on their way, and of the first view. */
export function partsOf(view: View): ViewParts | undefined {
  return arrived.get(view)
}

/** Undefined while it is on its way with the screen. */
export function namingOf(view: View): Naming | undefined {
  return view.head === undefined ? arrived.get(view) : { head: view.head }
}

export async function loadScreen(view: View): Promise<ComponentType<ViewParams> | undefined> {
  if (view.screen !== undefined) return view.screen
  const parts = arrived.get(view) ?? (await view.parts?.())
  if (parts === undefined) return undefined
  // Known before the sheet is asked for: only a sheet whose view is known is told from another view's.
  arrived.set(view, parts)
  const [screen] = await Promise.all([loaded.get(view) ?? parts.load(), loadStyle(parts)])
  loaded.set(view, screen)
  return screen
}

/** Marks the sheets of single views. */
export const VIEW_STYLE = 'data-view-style'

function viewSheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${VIEW_STYLE}]`)]
}

/** A document carries the sheet of its own view; another view's is fetched with its chunk. */
function loadStyle({ style }: ViewParts): Promise<void> | undefined {
  if (style === undefined || typeof document === 'undefined') return undefined
  if (viewSheets().some((sheet) => sheet.getAttribute('href') === style)) return undefined
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = style
  sheet.setAttribute(VIEW_STYLE, '')
  return new Promise((resolve, reject) => {
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => {
      sheet.remove()
      reject(new Error(`The sheet ${style} did not come.`))
    })
    document.head.append(sheet)
  })
}

/** Sheets of two views repeat each other's utilities in an order of their own: only the shown view's one counts. */
export function enableStyle(view: View): void {
  const style = arrived.get(view)?.style
  for (const link of viewSheets()) {
    if (link.sheet !== null) link.sheet.disabled = link.getAttribute('href') !== style
  }
}

export interface Match {
  view: View
  params: ViewParams
}

/** The view of an address; null where there is none, and for addresses that are not the app's. */
export function matchView(views: readonly View[], { pathname, search }: Address): Match | null {
  for (const view of views) {
    const params = view.path === undefined ? null : matchPath(view.path, pathname)
    if (params !== null) return { view, params }
  }
  if (pathname !== '/') return null
  const name = search.get('view') ?? 'leaderboard'
  const view = views.find((candidate) => candidate.name === name)
  if (view === undefined) return null
  const params = view.path === undefined ? {} : namedParams(view.path, search)
  return params === null ? null : { view, params }
}

/** `/trader/:username` against `/trader/marta.ferrero`. */
function matchPath(pattern: string, pathname: string): ViewParams | null {
  const expected = pattern.split('/')
  const given = pathname.split('/')
  if (expected.length !== given.length) return null
  const params: ViewParams = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return null
      continue
    }
    const decoded = decode(value)
    if (decoded === null || decoded === '') return null
    params[part.slice(1)] = decoded
  }
  return params
}

/** `?view=profile&username=…`: the documented spelling of a path. */
function namedParams(pattern: string, search: URLSearchParams): ViewParams | null {
  const params: ViewParams = {}
  for (const part of pattern.split('/').filter((piece) => piece.startsWith(':'))) {
    const value = search.get(part.slice(1))
    if (value === null || value === '') return null
    params[part.slice(1)] = value
  }
  return params
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
