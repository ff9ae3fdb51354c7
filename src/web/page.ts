import { createContext } from 'react'

/** Facts of the document beside its answers. */
export interface PageFacts {
  demo: boolean
  origin: string
  /** When the document was rendered; milliseconds since 1970. */
  now: number
}

export const PageContext = createContext<PageFacts>({ demo: false, origin: '', now: 0 })
