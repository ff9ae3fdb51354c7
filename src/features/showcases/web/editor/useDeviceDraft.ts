import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { onOtherTab, parseDraft, storeDraft, storedDraft, writeDraft, type Draft } from './draft.ts'

/** The pause before a write: a word is one write, and a crash costs no sentence. */
const PAUSE_MS = 300

interface Writing {
  traderId: string
  /** The draft on the device when the page was opened. */
  stored: string | null
  content: ShowcaseContent
  /** Typed into the services' field and not one of them yet. */
  service: string
  /** The saved version that the content is made on. */
  base: number | null
  /** The content differs from the saved version. */
  isDirty: boolean
  /** The trader wrote in this tab. */
  isTouched: boolean
  /** Called where another tab saved or dropped the draft, and nothing was written here. */
  onGone: () => void
}

/**
 * Stores the content on this device. A draft that another tab of this browser stored meanwhile is never overwritten before
 * the trader chose. Until then this tab stores nothing.
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
  /** The draft on the device, as far as this tab knows. */
  const known = useRef(first)
  /** The words that were saved or dropped. The rendering that shows this may still be pending. */
  const resolved = useRef<string | null>(null)
  const words = JSON.stringify([content, service])
  const [other, showOther] = useState<Draft | null>(null)
  /** The same at once: a write may come before the rendering. */
  const waits = useRef(false)
  const [isRefused, setRefused] = useState(false)
  const isHeld = other !== null

  const holdFor = (found: Draft | null) => {
    waits.current = found !== null
    showOther(found)
  }
  const put = (text: string | null) => {
    known.current = text
    setRefused(!storeDraft(traderId, text) && text !== null)
  }
  /** Compares with the draft on the device. @returns true where this tab must follow another tab, or ask about its draft */
  const checkOtherTab = useEffectEvent((): boolean => {
    const stored = storedDraft(traderId)
    if (stored === known.current || isRefused) return false
    const found = parseDraft(stored)
    if (found === null || JSON.stringify([found.content, found.service]) === words) {
      known.current = stored
      holdFor(null)
      if (found !== null || isTouched) return false
      onGone()
      return true
    }
    known.current = stored
    holdFor(found)
    return true
  })
  const write = useEffectEvent(() => {
    if (waits.current || checkOtherTab()) return
    const text = isDirty && resolved.current !== words ? writeDraft({ content, service, base }) : null
    if (text !== known.current) put(text)
  })

  useEffect(() => {
    if (resolved.current !== words) resolved.current = null
    const pause = setTimeout(write, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [words, base, isDirty, isHeld])

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    window.addEventListener('pagehide', () => write(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && write(), { signal })
    const stop = onOtherTab(traderId, () => {
      // The other tab cleared the draft, so this tab stores its own words.
      if (!checkOtherTab()) write()
    })
    return () => {
      write()
      stop()
      abort.abort()
    }
  }, [traderId])

  return {
    /** The draft of another tab. While it waits for a choice, this tab stores nothing. */
    other,
    /** True where the written words survive this page. */
    isStored: !isHeld && !isRefused,
    /** Writes at once, without the pause. */
    storeNow: () => write(),
    /** The choice: this tab's words stay. */
    keepMine: () => {
      put(writeDraft({ content, service, base }))
      holdFor(null)
    },
    /** The choice: the other tab's words stay. */
    dismissOther: () => holdFor(null),
    clear: () => {
      resolved.current = words
      // A draft of another tab stays.
      if (!waits.current) put(null)
    },
  }
}
