import { createContext } from 'react'

/** What a document says of itself, beside its answers. */
export interface PageFacts {
  demo: boolean
  origin: string
  /** The moment that the document speaks of, in milliseconds. */
  now: number
}

export const PageContext = createContext<PageFacts>({ demo: false, origin: '', now: 0 })
