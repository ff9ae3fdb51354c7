import { useEffect, useRef } from 'react'

/** The second click of a double click, wherever it lands, confirms nothing. Milliseconds. */
export const DOUBLE_CLICK_MS = 400

/** Whether a dialog is open long enough for a click on it to be an answer. */
export function useDoubleClickGuard(): () => boolean {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return () => performance.now() - shownAt.current >= DOUBLE_CLICK_MS
}
