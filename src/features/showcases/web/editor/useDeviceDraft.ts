import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { onOtherTab, parseDraft, storeDraft, storedDraft, writeDraft, type Draft } from './draft.ts'

/** Long enough that a word is one write, short enough that a crash costs no sentence. */
const PAUSE_MS = 300

interface Writing {
  traderId: string
  /** What stood on the device when the page was opened. */
  stored: string | null
  content: ShowcaseContent
  /** Typed into the services' field and not one of them yet. */
  service: string
  /** The saved version that the content is made on. */
  base: number | null
  /** Something is written that is not saved. */
  isDirty: boolean
  /** Somebody wrote in this tab. */
  isTouched: boolean
  /** Another tab saved the draft, or dropped it, and nothing was written here. */
  onGone: () => void
}

/**
 * Keeps what is written on this device. What another tab of this browser kept meanwhile is never written over before
 * somebody chose: until then this tab keeps nothing.
 */
export function useDeviceDraft({
  traderId,
  stored: first,
  content,
  service,
  base,
  isDirty,
  isTouched,
  onGone,
}: Writing) {
  /** What stands on the device as far as this tab knows. */
  const known = useRef(first)
  /** Saved or dropped: the drawing that knows of it may still be on its way. */
  const settled = useRef<string | null>(null)
  const words = JSON.stringify([content, service])
  const [other, setOther] = useState<Draft | null>(null)
  const [isRefused, setRefused] = useState(false)
  const isHeld = other !== null

  const put = (text: string | null) => {
    known.current = text
    setRefused(!storeDraft(traderId, text) && text !== null)
  }
  /** @returns whether another tab did something that this one has to follow, or to ask about */
  const hear = useEffectEvent((): boolean => {
    const stored = storedDraft(traderId)
    if (stored === known.current || isRefused) return false
    const found = parseDraft(stored)
    if (found === null || JSON.stringify([found.content, found.service]) === words) {
      known.current = stored
      setOther(null)
      if (found !== null || isTouched) return false
      onGone()
      return true
    }
    known.current = stored
    setOther(found)
    return true
  })
  const write = useEffectEvent(() => {
    if (isHeld || hear()) return
    const text = isDirty && settled.current !== words ? writeDraft({ content, service, base }) : null
    if (text !== known.current) put(text)
  })

  useEffect(() => {
    if (settled.current !== words) settled.current = null
    const pause = setTimeout(write, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [words, base, isDirty, isHeld])

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    window.addEventListener('pagehide', () => write(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && write(), { signal })
    const stop = onOtherTab(traderId, () => {
      // The draft is gone there: what was written here stays kept.
      if (!hear()) write()
    })
    return () => {
      write()
      stop()
      abort.abort()
    }
  }, [traderId])

  return {
    /** What another tab wrote; while it waits for a choice nothing of this one is kept. */
    other,
    /** All that is written outlives this page. */
    isStored: !isHeld && !isRefused,
    /** At once, not after the pause. */
    storeNow: () => write(),
    /** The choice: this tab's words stay. */
    keepMine: () => {
      put(writeDraft({ content, service, base }))
      setOther(null)
    },
    /** The choice: the other tab's words stay. */
    dismissOther: () => setOther(null),
    clear: () => {
      settled.current = words
      // Another tab's words are not this one's to forget.
      if (!isHeld) put(null)
    },
  }
}
