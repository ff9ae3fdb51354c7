import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import * as format from '#shared/format/format.ts'
import { whenUsed } from '#web/ui/when-used.ts'
import { heightOf, type Axis } from './axis.ts'
import { dayIndex, placeOf, share, type DayIndex } from './geometry.ts'
import { Marks } from './Marks.tsx'
import { figuresOn, lowerLabel, upperLabel, type ReadFigure } from './readout.ts'
import { StaticPlot } from './StaticPlot.tsx'
import { useReading, type Reading } from './useReading.ts'
import type { ChartView, Plot } from './view.ts'

interface AccountChartProps {
  view: ChartView
  /** The series' name, as the panel prints it. */
  title: string
  currency: string
  isSelecting: boolean
  onSelect: (from: string, to: string) => void
  onBack: () => void
}

/** The chart and below it the drawdown on the same days, read by one crosshair. */
export function AccountChart({ view, title, currency, isSelecting, onSelect, onBack }: AccountChartProps) {
  const help = useId()
  const index = useMemo(() => dayIndex(view.days), [view.days])
  const hasFigures = (day: string) => figuresOn(view, day, currency).length > 0
  const { reading, handlers } = useReading({ days: view.days, hasFigures, isSelecting, onSelect, onBack })
  const date = reading.date ?? view.days.findLast(hasFigures) ?? null
  const figures = date === null ? [] : figuresOn(view, date, currency)
  const shared = { view, index, currency, reading }
  return (
    <>
      <ReadOut date={date} figures={figures} />
      <PlotFigure plot={view.upper} label={upperLabel(view, title, currency)} {...shared}>
        {/* The plot is a picture to the ear: keys move through its days, and a line below says them. */}
        <div
          className={`plot-area cursor-crosshair touch-pan-y select-none noscript:hidden print:hidden ${isSelecting ? 'touch-none' : ''}`}
          role="application"
          aria-label={`${title}, giorno per giorno`}
          aria-describedby={help}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          {...handlers}
        />
      </PlotFigure>
      {view.lower !== null && (
        <>
          <h3 className="mt-4 mb-0.5 !font-sans !text-ui !font-semibold !tracking-normal">Drawdown</h3>
          <PlotFigure plot={view.lower} label={lowerLabel(view)} {...shared}>
            <div
              className="plot-area cursor-crosshair touch-pan-y select-none noscript:hidden print:hidden"
              {...handlers}
            />
          </PlotFigure>
        </>
      )}
      <p id={help} className="sr-only">
        Frecce: un giorno. Pagina su e giù: trenta giorni. Inizio e Fine: gli estremi. Con Maiusc scegli un intervallo,
        Invio lo apre, Esc torna indietro.
      </p>
      <Spoken reading={reading} text={date === null ? '' : spokenText(date, figures)} />
    </>
  )
}

function ReadOut({ date, figures }: { date: string | null; figures: readonly ReadFigure[] }) {
  return (
    <p className="figures mb-2 flex min-h-5 flex-wrap justify-end gap-x-4 text-ui text-ink-2 max-[820px]:min-h-10 max-[820px]:content-start">
      <span>{format.day(date)}</span>
      {figures.length === 0 && <span>nessun dato</span>}
      {figures.map(({ label, text }, position) => (
        <span key={label}>
          {position > 0 || figures.length > 2 ? `${label} ` : ''}
          <b className="text-ink">{text}</b>
        </span>
      ))}
    </p>
  )
}

function spokenText(date: string, figures: readonly ReadFigure[]): string {
  const texts = figures.map(({ label, text }) => `${label} ${text}`)
  return `${format.day(date)}: ${texts.length === 0 ? 'nessun dato' : texts.join(', ')}`
}

/** Ms after the last key: a held arrow is announced once, where it stops. */
const QUIET_MS = 400

function Spoken({ reading: { isSpoken, anchor }, text }: { reading: Reading; text: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const start = anchor === null ? '' : `Intervallo dal ${format.day(anchor)}. `
    const timer = setTimeout(() => setSpoken(isSpoken ? start + text : ''), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isSpoken, anchor, text])
  return (
    <p className="sr-only" aria-live="polite">
      {spoken}
    </p>
  )
}

interface PlotFigureProps {
  plot: Plot
  label: string
  view: ChartView
  index: DayIndex
  currency: string
  reading: Reading
  /** The area that pointer and keys reach. */
  children: ReactNode
}

function PlotFigure({ plot, label, view, index, currency, reading, children }: PlotFigureProps) {
  const box = useRef<HTMLElement>(null)
  const live = useLivePlot(box)
  const isStrip = plot === view.lower
  return (
    <figure
      ref={box}
      aria-label={label}
      className={`relative isolate m-0 break-inside-avoid ${isStrip ? 'h-[140px]' : 'h-[350px] max-[820px]:h-[250px]'}`}
    >
      <div className={`absolute inset-0 ${live === null ? '' : 'hidden print:block'}`}>
        <StaticPlot plot={plot} days={view.days} index={index} />
      </div>
      {live !== null && <live.LivePlot plot={plot} days={view.days} />}
      <div className="plot-area">
        <Marks plot={plot} view={view} index={index} currency={currency} />
        <Crosshair plot={plot} index={index} reading={reading} />
      </div>
      {children}
    </figure>
  )
}

function Crosshair({ plot: { axis, lines }, index, reading }: Pick<PlotFigureProps, 'plot' | 'index' | 'reading'>) {
  const { date, anchor } = reading
  if (date === null) return null
  const place = placeOf(index.of(date), index.days)
  const start = anchor === null ? place : placeOf(index.of(anchor), index.days)
  return (
    <svg className="pointer-events-none absolute inset-0 size-full overflow-visible print:hidden" aria-hidden="true">
      <rect
        className="fill-accent/15"
        x={share(Math.min(place, start))}
        width={share(Math.abs(place - start))}
        height="100%"
      />
      <line className="stroke-ink-3 [stroke-dasharray:3_3]" x1={share(place)} x2={share(place)} y1="0" y2="100%" />
      {lines.map(({ name, points }) => (
        <Dot key={name} axis={axis} x={place} value={points.find((point) => point.date === date)?.value} />
      ))}
    </svg>
  )
}

function Dot({ axis, x, value }: { axis: Axis; x: number; value: number | undefined }) {
  if (value === undefined) return null
  return (
    <circle className="fill-(--surface) stroke-ink stroke-2" cx={share(x)} cy={share(heightOf(axis, value))} r="4" />
  )
}

type LiveModule = Pick<typeof import('./LivePlot.tsx'), 'LivePlot'>

/** Half a screen of a phone: who scrolls finds the plot drawn. */
const NEAR = '400px'

/**
 * The library loads at the first use of the page, as a chunk of its own, when the plot comes near the screen: until then, and where the
 * library fails to load, the static drawing stands.
 */
function useLivePlot(box: RefObject<HTMLElement | null>): LiveModule | null {
  const [module, setModule] = useState<LiveModule | null>(null)
  useEffect(() => {
    if (box.current === null) return undefined
    let isMounted = true
    let cancel = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        cancel = whenUsed(() => {
          void import('./LivePlot.tsx').then(
            ({ LivePlot }) => {
              if (isMounted) setModule({ LivePlot })
            },
            () => undefined,
          )
        })
      },
      { root: document, rootMargin: `${NEAR} 0px` },
    )
    observer.observe(box.current)
    return () => {
      isMounted = false
      observer.disconnect()
      cancel()
    }
  }, [box])
  return module
}
