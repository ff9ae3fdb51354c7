import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import type { DefinedTerm } from '#shared/text/definitions.ts'
import type { TermPopup } from './TermPopup.tsx'

let Popup: typeof TermPopup | undefined

/** Where it does not come, the next press tries again. */
async function load(): Promise<void> {
  Popup ??= (await import('./TermPopup.tsx').catch(() => null))?.TermPopup
}

/** Milliseconds: a pointer on its way elsewhere opens nothing, and one that crosses the gap to the popup keeps it. */
const delay = { open: 150, close: 250 }

interface TermProps {
  of: DefinedTerm
  /** Draws only a mark behind a text that is there already, such as a link that sorts. Screen readers still hear `children`. */
  mark?: boolean
  /** The term as the screen calls it. */
  children: string
}

/**
 * A term with its definition (`src/shared/text/definitions.ts`): a pointer that rests on it, a key or a tap opens it. Popup and text are
 * fetched with the first pointer or focus, so that they weigh on no first view.
 */
export function Term({ of, mark = false, children }: TermProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef(0)
  const [shown, setShown] = useState<'hovered' | 'pressed' | null>(null)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const show = (next: typeof shown) => {
    window.clearTimeout(timer.current)
    void load().then(() => setShown(next))
  }
  const hover = (enters: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || shown === 'pressed') return
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => show(enters ? 'hovered' : null), enters ? delay.open : delay.close)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={mark ? 'term-mark' : 'term'}
        aria-label={mark ? `Definizione: ${children}` : undefined}
        aria-haspopup="dialog"
        aria-expanded={shown !== null}
        onFocus={() => void load()}
        onPointerEnter={hover(true)}
        onPointerLeave={hover(false)}
        onClick={() => show(shown === 'pressed' ? null : 'pressed')}
      >
        {mark ? null : children}
      </button>
      {shown !== null && Popup && (
        <Popup of={of} anchor={button} takesFocus={shown === 'pressed'} onHover={hover} onClose={() => show(null)} />
      )}
    </>
  )
}
