import { useEffect, useState, type ReactNode } from 'react'
import { guard, navigate } from '../../router.ts'
import { LazyConfirmDialog } from '../dialogs/LazyConfirmDialog.tsx'

interface Words {
  title: string
  text: string
  confirm: string
}

const unsaved: Words = {
  title: 'Uscire senza salvare?',
  text: 'Le modifiche al profilo non sono salvate: se esci le perdi.',
  confirm: 'Esci senza salvare',
}

/**
 * Asks before a page with unsaved changes is left: by a link, by going back, by closing it.
 * @param words the question, where the loss is not of changes
 * @returns the open question, if any
 */
export function useLeaveGuard(isDirty: boolean, onLeave: () => void, words = unsaved): ReactNode {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isDirty) return undefined
    LazyConfirmDialog.preload()
    const abort = new AbortController()
    const { signal } = abort
    const here = window.location.pathname + window.location.search
    const ask = (go: () => void) =>
      setLeave(() => () => {
        abort.abort()
        go()
      })
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    // Added before the frame's own listeners, which would go at once.
    window.addEventListener(
      'click',
      (event) => {
        const target = leadsAway(event)
        if (target === null) return
        event.preventDefault()
        event.stopPropagation()
        ask(() => goTo(target))
      },
      { signal, capture: true },
    )
    guard.holds = () => {
      if (window.location.pathname + window.location.search === here) return false
      // The page's own entry stands on top again: from there one step back leads where the person wanted to go.
      window.history.pushState({}, '', here)
      ask(() => window.history.back())
      return true
    }
    signal.addEventListener('abort', () => delete guard.holds)
    return () => abort.abort()
  }, [isDirty])
  if (leave === null) return null
  return (
    <LazyConfirmDialog
      tone="warning"
      title={words.title}
      confirm={words.confirm}
      dismiss="Resta qui"
      onConfirm={() => {
        setLeave(null)
        onLeave()
        leave()
      }}
      onCancel={() => setLeave(null)}
    >
      {words.text}
    </LazyConfirmDialog>
  )
}

/** The address that a click leads to, where that is another page in this tab. */
function leadsAway(event: MouseEvent): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
  if (link === null || isModified || link.target !== '' || link.hasAttribute('download')) return null
  const url = new URL(link.href, window.location.href)
  if (!url.protocol.startsWith('http')) return null
  const isHere = url.pathname + url.search === window.location.pathname + window.location.search
  return isHere && url.origin === window.location.origin ? null : url
}

function goTo(url: URL): void {
  if (url.origin === window.location.origin && url.hash === '') navigate(url.pathname + url.search)
  else window.location.assign(url)
}
