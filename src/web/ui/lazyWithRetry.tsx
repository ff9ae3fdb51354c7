import { createElement, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { keepPlace } from './keep-place.ts'
import { whenUsed } from './when-used.ts'
import { inputStays } from '../screen-texts.ts'

interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Fetches it beforehand: parts that may be needed without a network are loaded by then. */
  preload: () => void
}

/**
 * A part of a screen that is fetched when it is needed, such as a dialog. Where it fails to load, its place says so and tries again: the
 * screen around it, with its input, stays.
 * @param meanwhile fills its place while it loads
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  const fetchPart = async () => {
    part ??= await load()
  }
  function LazyPart(props: Props) {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>(part === undefined ? 'waiting' : 'here')
    useEffect(() => {
      if (state !== 'waiting') return undefined
      let isGone = false
      const arrive = (next: 'here' | 'failed') => () => {
        if (!isGone) setState(next)
      }
      fetchPart().then(arrive('here'), arrive('failed'))
      return () => {
        isGone = true
      }
    }, [state])
    if (part !== undefined) return createElement(part, props)
    if (state !== 'failed') return meanwhile
    return (
      <Alert
        tone="danger"
        lead="Non si apre: manca la connessione."
        live
        action={
          <Button ref={keepPlace} size="sm" onClick={() => setState('waiting')}>
            Riprova
          </Button>
        }
      >
        {inputStays}
      </Alert>
    )
  }
  return Object.assign(LazyPart, { preload: () => void fetchPart().catch(() => undefined) })
}

/** Fetches parts at the first use of the page. Returns a function that cancels it. */
export const preloadWhenUsed = (...parts: readonly Pick<LazyPart<object>, 'preload'>[]): (() => void) =>
  whenUsed(() => {
    for (const part of parts) part.preload()
  })
