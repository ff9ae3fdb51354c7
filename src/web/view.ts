import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { DocumentScreen, PageHead } from '#shared/page.ts'
import type { Viewer } from '#shared/viewer.ts'
import type { Address } from './router.ts'

export type ViewParams = Record<string, string>

/** The person at the page. `viewer` is null for visitors, and until the dashboard call answers. */
export interface Audience {
  signedIn: boolean
  viewer: Viewer | null
}

/** One screen of the product: its address, who may see it, its entry in the navigation. */
export interface View {
  /** `?view=NAME`; the leaderboard has none. */
  name: string
  /** Clean address with `:name` parameters, where the view has one. */
  path?: string
  access: 'public' | 'user'
  /** Label in the navigation, for everybody who may see the view. */
  nav?: string
  /** Narrows whose navigation holds the entry. */
  navFor?: (audience: Audience) => boolean
  /** The view whose entry is marked while this one is shown. */
  under?: string
  /** The first view's own module, which the entry chunk carries. */
  module?: ViewModule
  /** Fetches the source of every other view. */
  load?: () => Promise<ViewSource>
}

/** The export `view` of a module `…View.tsx`. */
export interface ViewModule {
  screen: ComponentType<ViewParams>
  /** Title and description. Pure: reads the address and the answers in the cache. */
  head: (address: Address, params: ViewParams, answers: QueryClient) => PageHead
  /**
   * Milliseconds from the document's load to the load of its scripts, unless its first use comes before (`first-use.ts`). Undefined: the
   * scripts come at once.
   */
  rest?: (address: Address) => number | undefined
  /** The document's status, where the answers decide it. */
  status?: (params: ViewParams, answers: QueryClient) => 200 | 404
}

/** A module `…View.tsx`. */
export interface LoadedView {
  view: ViewModule
}

/** Origin of a view that the entry chunk leaves out. The sources of all views are one chunk, each module is another. */
export interface ViewSource {
  load: () => Promise<LoadedView>
  /** Path of the module from the root of the repository: the document lets the browser fetch it at once. */
  path: string
  /** Address of the style sheet that only this view needs (`import … from './x.css?url'`). */
  style: string
}

const sources = new Map<View, ViewSource>()
/** The server loads every module before it renders; the browser loads one when it is needed. */
const modules = new Map<View, LoadedView>()

/** Undefined until `loadView` has loaded it. */
export function moduleOf(view: View): ViewModule | undefined {
  return view.module ?? modules.get(view)?.view
}

/** Undefined until `loadView` has loaded it, and for the first view. */
export function sourceOf(view: View): ViewSource | undefined {
  return sources.get(view)
}

/** Loads a view's module and style sheet. Rejects where one of them does not come. @param screen the view's, where the document names it */
export async function loadView(view: View, screen?: DocumentScreen): Promise<ViewModule | undefined> {
  if (view.module !== undefined) return view.module
  const source = screen
    ? {
        ...screen,
        // The file of a group (`sharedParts` in `scripts/chunks/shared-parts.ts`) holds each of its modules as one object.
        load: async () => {
          const file = (await import(/* @vite-ignore */ screen.path)) as object
          return [file, ...Object.values(file)].find((part: Partial<LoadedView>) => part.view) as LoadedView
        },
      }
    : (sources.get(view) ?? (await view.load?.()))
  if (source === undefined) return undefined
  // Before the sheet is requested: `enableStyle` reads from here which sheet is the view's.
  sources.set(view, source)
  const [module] = await Promise.all([modules.get(view) ?? source.load(), loadStyle(source)])
  modules.set(view, module)
  return module.view
}

/** Attribute of style sheets that belong to one view. */
export const VIEW_STYLE = 'data-view-style'

/** No medium: the sheet is fetched and not used. */
const unused = 'not all'

function viewSheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${VIEW_STYLE}]`)]
}

/** The document carries the sheet of its own view. The sheet of another view is fetched with its chunk, and waits until `enableStyle`. */
function loadStyle({ style }: ViewSource): Promise<void> | undefined {
  if (typeof document === 'undefined') return undefined
  if (viewSheets().some((sheet) => sheet.getAttribute('href') === style)) return undefined
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = style
  sheet.setAttribute(VIEW_STYLE, '')
  // It comes before a press, while another view is shown.
  sheet.media = unused
  return new Promise((resolve, reject) => {
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => {
      sheet.remove()
      reject(new Error(`The sheet ${style} did not come.`))
    })
    document.head.append(sheet)
  })
}

/** Enables the shown view's sheet alone: sheets of two views repeat the same utilities in different orders. */
export function enableStyle(view: View): void {
  const style = sources.get(view)?.style
  for (const link of viewSheets()) link.media = link.getAttribute('href') === style ? '' : unused
}

export interface Match {
  view: View
  params: ViewParams
}

/** Null for an address that is no view's. */
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
    if (decoded === null || !isName(decoded)) return null
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

/** The server's router takes no longer one, and no document holds control characters. */
function isName(text: string): boolean {
  return /^\P{Cc}{1,100}$/u.test(text)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
