import { createContext } from 'react'

/** Facts of the document beside its answers. */
export interface PageFacts {
  demo: boolean
  origin: string
  /** The hour of a document that draws a date which counts from now; milliseconds since 1970. */
  now?: number
}

export const PageContext = createContext<PageFacts>({ demo: false, origin: '' })
