/** Title and meta data of a public document, made by pure functions of view and data (`views.tsx`). */
export interface PageHead {
  title: string
  description: string
  /** Path and query of the canonical address. */
  canonical: string
  robots?: 'noindex'
  openGraphType?: 'website' | 'profile'
  /** The picture of shared links. `address`: path and query. */
  image?: { address: string; width: number; height: number; alt: string }
  jsonLd?: readonly Record<string, unknown>[]
}

/** An answer that the page already holds: the client seeds its cache with it and does not request it again. */
export interface SeededAnswer {
  /** `GET /api/fresh/leaderboard`: the endpoint's key. */
  key: string
  /** The input of the screen's request. */
  input: unknown
  /** Null means 404: the screen draws its "not found". */
  data: unknown
}

/** The chunk and the style sheet of a document's own screen: the browser need not load the names of all others first. */
export interface DocumentScreen {
  path: string
  style: string
}

export interface PageRequest {
  /** Path and query, as the browser's address. */
  url: string
  /** Public origin of the site, without a trailing slash. */
  origin: string
  seeds: readonly SeededAnswer[]
  /**
   * Milliseconds since 1970, for a screen that draws a date which counts from now: the begin of the hour. No other document has it: all
   * instances make the same one.
   */
  now?: number
  /** The site shows generated traders: every page says so. */
  demo: boolean
  /** The site is closed: the page says so, and holds the app for admins. `support`: an e-mail address, where there is one. */
  closed?: { message: string; support: string | null }
  assets: {
    /** The text of the script that every page begins with. */
    theme: string
    scripts: readonly string[]
    styles: readonly string[]
    /** Address of the site's icon: its own text, where that spares a request. */
    icon: string
    preloads: readonly { href: string; as: 'font' | 'script' }[]
    /** Scripts that a lazily loaded module needs besides the first view's, by the name of its source. */
    lazy: Readonly<Record<string, readonly string[]>>
    /** Scripts of a closed site's pages. */
    closed: readonly string[]
    /** Script of a document that waits for its first use; none while screens are worked on. */
    firstUse?: string | undefined
  }
}

/** Implemented by `document.tsx` (bundled for the server); only types cross between the two worlds. */
export type RenderPage = (request: PageRequest) => RenderedPage | Promise<RenderedPage>

export interface RenderedPage {
  status: 200 | 404
  html: string
  /** Keys of the calls whose answers the screen requests and no seed holds. */
  unanswered: readonly string[]
}
