import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export type Loaded<Part> = { part: Part; hadFocus: boolean } | 'waiting' | 'failed'

/**
 * A control that loads after hydration and replaces the one of the first paint.
 * @param inPlace the control that stands there meanwhile
 * @param whileTyping false: a control with the focus is not replaced before its user leaves it
 */
export function useLoaded<Part>(
  load: () => Promise<Part>,
  inPlace: RefObject<HTMLElement | null>,
  whileTyping: boolean,
): Loaded<Part> {
  const [loaded, setLoaded] = useState<Loaded<Part>>('waiting')
  useEffect(() => {
    const left = new AbortController()
    const take = (part: Part) => {
      const hadFocus = document.activeElement === inPlace.current && inPlace.current !== null
      if (hadFocus && !whileTyping) {
        const options = { once: true, signal: left.signal }
        inPlace.current?.addEventListener('blur', () => setLoaded({ part, hadFocus: false }), options)
      } else setLoaded({ part, hadFocus })
    }
    load().then(
      (part) => left.signal.aborted || take(part),
      () => left.signal.aborted || setLoaded('failed'),
    )
    return () => left.abort()
  }, [load, inPlace, whileTyping])
  return loaded
}
