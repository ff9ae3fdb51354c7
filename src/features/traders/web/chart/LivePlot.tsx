import { useEffect, useRef } from 'react'
import { drawPlot } from './plot.ts'
import { readColours, useThemeVersion } from './tokens.ts'
import type { Plot } from './view.ts'

/** The library's drawing of a plot. Drawn once, without animation, and rebuilt when the theme changes. Paper has the static one. */
export function LivePlot({ plot, days }: { plot: Plot; days: readonly string[] }) {
  const theme = useThemeVersion()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null) return undefined
    const chart = drawPlot(box.current, readColours(), plot, days)
    return () => chart.remove()
  }, [plot, days, theme])
  return <div ref={box} className="absolute inset-0 isolate print:hidden" aria-hidden="true" />
}
