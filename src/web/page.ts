import { createContext, use, useEffect, useState } from 'react'

/** What a document says of itself, beside its answers. */
export interface PageFacts {
  demo: boolean
  origin: string
  /** The moment that the document speaks of, in milliseconds. */
  now: number
}

export const PageContext = createContext<PageFacts>({ demo: false, origin: '', now: 0 })

const TICK_MS = 30_000

/**
 * The present by the server's clock: first the document's own moment, on both sides the same, then moved on in the
 * browser by what has passed since. Nothing reads `Date.now()` while it draws.
 */
export function usePageNow(): number {
  const { now } = use(PageContext)
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPassed(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now + passed
}
