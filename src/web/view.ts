import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageHead } from '#shared/page.ts'
import type { Address } from './router.ts'

export type ViewParams = Record<string, string>

/** What a document says of its view. */
export interface Naming {
  /** Pure: of the address and the answers that the cache holds. */
  head: (address: Address, params: ViewParams, answers: QueryClient) => PageHead
  /** The document's status, where the answers decide it. */
  status?: (params: ViewParams, answers: QueryClient) => 200 | 404
}

/** One screen of the product: where it lives, what draws it, who may see it, what a document says of it. */
export interface View {
  /** `?view=NAME`; the leaderboard has none. */
  name: string
  /** Clean address with `:name` parameters, where the view has one. */
  path?: string
  access: 'public' | 'user'
  /** Entry of the navigation. */
  nav?: string
  /** The view whose entry is marked while this one is shown. */
  under?: string
  /** The screen, where it belongs to the first view. */
  screen?: ComponentType<ViewParams>
  /** The screen as a chunk of its own. */
  load?: () => Promise<ComponentType<ViewParams>>
  /** Address of the sheet that only this view needs (`import … from './x.css?url'`). */
  style?: string
  /** What a document says of it, where it belongs to the first view. */
  head?: Naming['head']
  /** The same as a chunk of its own. */
  naming?: () => Promise<Naming>
}

/** Names the type of a screen that is made of its parameters. */
export function screenComponent(screen: ComponentType<ViewParams>): ComponentType<ViewParams> {
  return screen
}

/** Screens that have arrived. The server loads all of them before it renders; the browser when one is needed. */
const loaded = new Map<View, ComponentType<ViewParams>>()

export function screenOf(view: View): ComponentType<ViewParams> | undefined {
  return view.screen ?? loaded.get(view)
}

const named = new Map<View, Naming>()

/** Undefined while it is on its way with the screen. */
export function namingOf(view: View): Naming | undefined {
  return view.head === undefined ? named.get(view) : { head: view.head }
}

export async function loadScreen(view: View): Promise<ComponentType<ViewParams> | undefined> {
  const [screen, naming] = await Promise.all([
    screenOf(view) ?? view.load?.(),
    namingOf(view) ?? view.naming?.(),
    loadStyle(view),
  ])
  if (screen !== undefined) loaded.set(view, screen)
  if (naming !== undefined) named.set(view, naming)
  return screen
}

/** Marks the sheets of single views. */
export const VIEW_STYLE = 'data-view-style'

function viewSheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${VIEW_STYLE}]`)]
}

/** A document carries the sheet of its own view; another view's is fetched with its chunk. */
function loadStyle({ style }: View): Promise<void> | undefined {
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
export function enableStyle(view: View | undefined): void {
  for (const link of viewSheets()) {
    if (link.sheet !== null) link.sheet.disabled = link.getAttribute('href') !== view?.style
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
