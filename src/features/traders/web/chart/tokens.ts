import { useEffect, useState } from 'react'

const names = ['chart-line', 'chart-line-2', 'chart-loss', 'chart-grid', 'chart-axis', 'line-2', 'bar'] as const

export type ChartColours = Record<(typeof names)[number], string>

/** The theme's current colours: a canvas knows no custom properties. */
export function readColours(): ChartColours {
  const styles = getComputedStyle(document.documentElement)
  return Object.fromEntries(names.map((name) => [name, styles.getPropertyValue(`--${name}`).trim()])) as ChartColours
}

/** A number that changes with the theme and makes charts rebuild. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const observer = new MutationObserver(() => setVersion((current) => current + 1))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [])
  return version
}
