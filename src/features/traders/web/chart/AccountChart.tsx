import { useEffect, useRef, type ReactNode } from 'react'
import { dayOf, drawPlot, type Plot } from './plot.ts'
import type { ChartPoint, SeriesName } from './series.ts'
import { readColours, useThemeVersion } from './tokens.ts'

interface AccountChartProps {
  name: SeriesName
  points: readonly ChartPoint[]
  /** The strip below; empty when the drawdown is the chart itself. */
  falls: readonly ChartPoint[]
  /** The label of each plot, with its result: a canvas has no text of its own. */
  labels: { upper: string; lower: string }
  /** The content between the two plots. */
  between: ReactNode
  /** The day under the crosshair; null when it is elsewhere. */
  onRead: (date: string | null) => void
}

/** The chart and below it the drawdown on the same days. Drawn once, without animation, and rebuilt when the theme changes. */
export function AccountChart({ name, points, falls, labels, between, onRead }: AccountChartProps) {
  const theme = useThemeVersion()
  const upper = useRef<HTMLDivElement>(null)
  const lower = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (upper.current === null) return
    const colours = readColours()
    const days = [...new Set([...points, ...falls].map((point) => point.date))].toSorted()
    const plots = [drawPlot(upper.current, colours, name, points, days)]
    if (lower.current !== null) plots.push(drawPlot(lower.current, colours, 'drawdown', falls, days))
    linkCrosshairs(plots, onRead)
    return () => {
      for (const { chart } of plots) chart.remove()
    }
  }, [name, points, falls, onRead, theme])
  return (
    <>
      <figure aria-label={labels.upper}>
        <div ref={upper} aria-hidden="true" className="h-[350px] max-[820px]:h-[240px]" />
      </figure>
      {falls.length > 0 && (
        <>
          {between}
          <figure aria-label={labels.lower}>
            <div ref={lower} aria-hidden="true" className="h-[126px] max-[820px]:h-[120px]" />
          </figure>
        </>
      )}
    </>
  )
}

/** One crosshair day for all plots: pointing at one moves the others. */
function linkCrosshairs(plots: readonly Plot[], onRead: (date: string | null) => void): void {
  let following = false
  for (const plot of plots) {
    plot.chart.subscribeCrosshairMove(({ time }) => {
      if (following) return
      following = true
      for (const other of plots) {
        if (other === plot) continue
        if (time === undefined) other.chart.clearCrosshairPosition()
        else other.chart.setCrosshairPosition(0, time, other.main)
      }
      following = false
      onRead(time === undefined ? null : dayOf(time))
    })
  }
}
