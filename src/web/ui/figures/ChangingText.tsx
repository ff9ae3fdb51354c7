import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

const TINT_MS = 600

/** Text that a refresh may change in place: the changed one is tinted for a moment, and nothing else moves. */
export function ChangingText({ text, children }: { text: string; children?: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ backgroundColor: 'var(--accent-tint)' }, { backgroundColor: 'transparent' }], TINT_MS)
  }, [text])
  return <span ref={element}>{children ?? text}</span>
}
