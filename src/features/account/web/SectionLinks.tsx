import { useEffect, useState } from 'react'
import { keptScroll } from '#web/router.ts'

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
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        const first = sections.find(({ id }) => inView.has(id))
        if (first !== undefined) setCurrent(first.id)
      },
      // The upper third of the window is where somebody reads.
      { rootMargin: '-96px 0px -60% 0px' },
    )
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
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
  if (section === null || keptScroll() > 0) return () => abort.abort()
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
