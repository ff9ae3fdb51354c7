import { memo, useId, type ReactNode } from 'react'
import * as format from '#shared/format/format.ts'
import { heightOf, type Axis } from './axis.ts'
import { areaPath, bandPaths, BOX, placeOf, share, type DayIndex } from './geometry.ts'
import type { Flow } from './series.ts'
import type { ChartLine, ChartView, Plot } from './view.ts'

interface MarksProps {
  plot: Plot
  view: ChartView
  index: DayIndex
  currency: string
}

/** All of a plot but its lines and axes, equally over the drawn and the static one: areas, silent days, start of monitoring, payments, lowest point. */
export const Marks = memo(function Marks({ plot, view, index, currency }: MarksProps) {
  const { axis, lines } = plot
  const isLoss = lines[0]?.name === 'drawdown'
  const isUpper = plot === view.upper
  return (
    <svg className="pointer-events-none absolute inset-0 size-full overflow-visible" aria-hidden="true">
      {view.gaps.map(({ from, to }) => (
        <Gap key={from} from={index.of(from)} to={index.of(to)} days={index.days} />
      ))}
      <Areas plot={plot} index={index} />
      {axis.low <= axis.offset && axis.high >= axis.offset && (
        <Level className="stroke-(--chart-zero)" axis={axis} value={0} />
      )}
      {view.start !== null && (
        <Start place={placeOf(index.of(view.start), index.days)} date={isUpper ? view.start : null} />
      )}
      {!isLoss && lines.map((line) => <LonePoint key={line.name} line={line} axis={axis} index={index} />)}
      {isUpper && !isLoss && <Flows flows={view.flows} index={index} currency={currency} />}
      {isLoss && view.deepest !== null && (
        <Lowest
          x={placeOf(index.of(view.deepest.date), index.days)}
          y={heightOf(axis, view.deepest.value)}
          text={`${format.resultPercent(view.deepest.value)}, ${format.day(view.deepest.date)}`}
        />
      )}
    </svg>
  )
})

function Level({ className, axis, value }: { className: string; axis: Axis; value: number }) {
  const y = share(heightOf(axis, value))
  return <line className={className} x1="0" x2="100%" y1={y} y2={y} />
}

function Gap({ from, to, days }: { from: number; to: number; days: number }) {
  return <rect className="fill-ink-3/12" x={share(from / days)} width={share((to - from + 1) / days)} height="100%" />
}

function Areas({ plot: { axis, lines }, index }: Pick<MarksProps, 'plot' | 'index'>) {
  const [first, second] = lines
  if (first === undefined) return null
  if (second !== undefined) {
    const { loss, gain } = bandPaths(first.points, second.points, axis, index)
    return (
      <Stretched>
        <path className="fill-(--chart-fill)" d={gain} />
        <path className="fill-(--chart-loss-fill)" d={loss} />
      </Stretched>
    )
  }
  const area = areaPath(first.points, axis, index)
  if (first.name !== 'drawdown')
    return (
      <Stretched>
        <path className="fill-(--chart-fill)" d={area} />
      </Stretched>
    )
  return (
    <>
      <Stretched>
        <path className="fill-(--chart-loss-fill)" d={area} />
      </Stretched>
      <Hatch area={area} />
    </>
  )
}

function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" width="100%" height="100%">
      {children}
    </svg>
  )
}

/** Lines at 45° over the area of a loss, so that more than colour shows it. Outside the stretched box, which would change their slope. */
function Hatch({ area }: { area: string }) {
  const id = useId()
  const [pattern, clip] = [`${id}lines`, `${id}area`]
  return (
    <>
      <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="stroke-(--chart-loss)" d="M0 0V6" />
      </pattern>
      <clipPath id={clip} clipPathUnits="objectBoundingBox">
        <path d={area} transform={`scale(${1 / BOX})`} />
      </clipPath>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} clipPath={`url(#${clip})`} opacity="0.28" />
    </>
  )
}

/** A rim in the panel's colour keeps a name readable over a line. */
const name = 'fill-ink-2 text-label stroke-(--surface) stroke-[3px] [paint-order:stroke] [transform-box:fill-box]'

/** Classes, because the site's policy refuses styles of elements. */
const shifts = [
  '',
  '[transform:translateX(-12.5%)]',
  '[transform:translateX(-25%)]',
  '[transform:translateX(-37.5%)]',
  '[transform:translateX(-50%)]',
  '[transform:translateX(-62.5%)]',
  '[transform:translateX(-75%)]',
  '[transform:translateX(-87.5%)]',
  '[transform:translateX(-100%)]',
]

/** A name stays inside its plot: as much of it lies left of its place as of the plot does, rounded towards the nearer edge. */
function nameAt(place: number): string {
  const eighths = (shifts.length - 1) * place
  return `${name} ${shifts[place < 0.5 ? Math.floor(eighths) : Math.ceil(eighths)]}`
}

/** Px: the line begins under its name. */
const NAME_HEIGHT = '17'

/** @param date null where the plot above has named it */
function Start({ place, date }: { place: number; date: string | null }) {
  const x = share(place)
  return (
    <>
      <line
        className="stroke-ink-3 [stroke-dasharray:2_3]"
        x1={x}
        x2={x}
        y1={date === null ? '0' : NAME_HEIGHT}
        y2="100%"
      />
      {date !== null && (
        <text className={nameAt(place)} x={x} y="12">
          Inizio del monitoraggio, {format.day(date)}
        </text>
      )}
    </>
  )
}

/** A line through one day has no length: a dot shows where it is. */
function LonePoint({ line: { name: series, points }, axis, index }: { line: ChartLine; axis: Axis; index: DayIndex }) {
  const [point, second] = points
  if (point === undefined || second !== undefined) return null
  const colour = series === 'balance' ? 'fill-(--chart-line-2)' : 'fill-(--chart-line)'
  const x = share(placeOf(index.of(point.date), index.days))
  return <circle className={colour} cx={x} cy={share(heightOf(axis, point.value))} r="4" />
}

function Lowest({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <>
      <circle className="fill-(--chart-loss) stroke-(--surface) stroke-2" cx={share(x)} cy={share(y)} r="4.5" />
      {/* Below the lowest point there is no line. */}
      <text className={`${nameAt(x)} font-semibold`} x={share(x)} y={share(y)} dy="18">
        {text}
      </text>
    </>
  )
}

/** The least distance of two amounts, as shares of the width, on a wide screen and on a phone: names lean towards each other (`nameAt`). */
const WIDE = 0.16
const NARROW = 0.6

/** A triangle for each payment, up for money that came. The largest ones that have room carry their amount. */
function Flows({ flows, index, currency }: { flows: readonly Flow[]; index: DayIndex; currency: string }) {
  const places = flows.map((flow) => ({ ...flow, place: placeOf(index.of(flow.date), index.days) }))
  const wide = named(places, WIDE)
  const narrow = named(places, NARROW)
  return places.map(({ date, amount, place }) => (
    <svg key={date} x={share(place)} y="100%" overflow="visible">
      <path
        className={amount > 0 ? 'fill-accent' : 'fill-(--surface) stroke-accent stroke-[1.5]'}
        d={amount > 0 ? 'M-5 -4h10l-5 -9z' : 'M-4.5 -12h9l-4.5 8z'}
      />
      {(wide.has(date) || narrow.has(date)) && (
        <text
          className={`${nameAt(place)} ${narrow.has(date) ? '' : 'max-[820px]:hidden'} ${wide.has(date) ? '' : 'min-[821px]:hidden'}`}
          y="-19"
        >
          {format.signedAmount(amount, currency)}
        </text>
      )}
    </svg>
  ))
}

function named(places: readonly (Flow & { place: number })[], distance: number): Set<string> {
  const chosen: { date: string; place: number }[] = []
  for (const flow of places.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))) {
    if (chosen.every(({ place }) => Math.abs(place - flow.place) >= distance)) chosen.push(flow)
  }
  return new Set(chosen.map(({ date }) => date))
}
