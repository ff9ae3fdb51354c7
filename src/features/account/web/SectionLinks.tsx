import { useEffect, useState } from 'react'
import { storedScroll } from '#web/scroll-position.ts'

const sections = [
  { id: 'profilo', label: 'Profilo' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'sicurezza', label: 'Sicurezza' },
  { id: 'conto', label: 'Conto di trading' },
  { id: 'dati', label: 'I tuoi dati' },
] as const

export type SectionId = (typeof sections)[number]['id']

/** Links to the sections; the visible section is marked. */
export function SectionLinks() {
  const [current, setCurrent] = useState<string>(sections[0].id)
  useEffect(() => {
    const update = () => setCurrent(readSection())
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    window.addEventListener('hashchange', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
      window.removeEventListener('hashchange', update)
    }
  }, [])
  return (
    <nav className="account-nav" aria-label="Sezioni dell’account">
      {sections.map(({ id, label }) => (
        <a key={id} href={`#${id}`} aria-current={current === id ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

/** A section is current once its head stands in the upper part of the window. At the page's end the last ones never reach it. */
function readSection(): SectionId {
  const tops = sections.map(({ id }) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? 0 }))
  const { scrollHeight } = document.documentElement
  const isEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
  const named = tops.find(({ id, top }) => id === window.location.hash.slice(1) && top >= 0)
  if (isEnd) return (named ?? tops.at(-1) ?? tops[0])?.id ?? 'profilo'
  return tops.findLast(({ top }) => top <= 160)?.id ?? 'profilo'
}

const GROWING_MS = 2_000

/**
 * Scrolls to the section of the address, and stays there while sections above it grow, until the person scrolls.
 * @returns a function that ends it
 */
export function goToSection(): () => void {
  const abort = new AbortController()
  const { signal } = abort
  // The router restores scroll positions itself: the browser does not scroll on the way back.
  window.addEventListener('hashchange', () => namedSection()?.scrollIntoView(), { signal })
  const section = namedSection()
  // A reload and a way back keep their own position.
  if (section === null || storedScroll() > 0) return () => abort.abort()
  section.focus({ preventScroll: true })
  section.scrollIntoView()
  const growth = new ResizeObserver(() => section.scrollIntoView())
  growth.observe(document.body)
  const stop = () => growth.disconnect()
  const timer = setTimeout(stop, GROWING_MS)
  for (const move of ['wheel', 'pointerdown', 'keydown', 'touchmove']) {
    window.addEventListener(move, stop, { signal, passive: true })
  }
  return () => {
    abort.abort()
    clearTimeout(timer)
    stop()
  }
}

function namedSection(): HTMLElement | null {
  const id = window.location.hash.slice(1)
  return sections.some((section) => section.id === id) ? document.getElementById(id) : null
}
