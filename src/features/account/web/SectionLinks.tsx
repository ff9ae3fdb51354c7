import { useEffect, useState } from 'react'
import { storedScroll } from '#web/router.ts'

const sections = [
  { id: 'profilo', label: 'Profilo' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'sicurezza', label: 'Sicurezza' },
  { id: 'conto', label: 'Conto di trading' },
  { id: 'dati', label: 'I tuoi dati' },
] as const

export type SectionId = (typeof sections)[number]['id']

/** The way to each section, with the one that is read marked. */
export function SectionLinks() {
  const [current, setCurrent] = useState<string>(sections[0].id)
  useEffect(() => {
    const mark = () => setCurrent(readSection())
    mark()
    window.addEventListener('scroll', mark, { passive: true })
    window.addEventListener('resize', mark)
    window.addEventListener('hashchange', mark)
    return () => {
      window.removeEventListener('scroll', mark)
      window.removeEventListener('resize', mark)
      window.removeEventListener('hashchange', mark)
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

/** A section is read once its head stands in the upper part of the window; at the page's end the last ones never get there. */
function readSection(): SectionId {
  const tops = sections.map(({ id }) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? 0 }))
  const { scrollHeight } = document.documentElement
  const isEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
  const named = tops.find(({ id, top }) => id === window.location.hash.slice(1) && top >= 0)
  if (isEnd) return (named ?? tops.at(-1) ?? tops[0])?.id ?? 'profilo'
  return tops.findLast(({ top }) => top <= 160)?.id ?? 'profilo'
}

const SETTLING_MS = 2_000

/**
 * Stands at the section that the address names, and stays there while sections above it still grow, until somebody moves.
 * @returns what ends it
 */
export function goToSection(): () => void {
  const abort = new AbortController()
  const { signal } = abort
  // The router keeps the places of the history itself: the browser moves nowhere on the way back.
  window.addEventListener('hashchange', () => namedSection()?.scrollIntoView(), { signal })
  const section = namedSection()
  // Who reloads the page, or comes back to it, finds it where it was.
  if (section === null || storedScroll() > 0) return () => abort.abort()
  section.focus({ preventScroll: true })
  section.scrollIntoView()
  const growth = new ResizeObserver(() => section.scrollIntoView())
  growth.observe(document.body)
  const settle = () => growth.disconnect()
  const timer = setTimeout(settle, SETTLING_MS)
  for (const move of ['wheel', 'pointerdown', 'keydown', 'touchmove']) {
    window.addEventListener(move, settle, { signal, passive: true })
  }
  return () => {
    abort.abort()
    clearTimeout(timer)
    settle()
  }
}

function namedSection(): HTMLElement | null {
  const id = window.location.hash.slice(1)
  return sections.some((section) => section.id === id) ? document.getElementById(id) : null
}
