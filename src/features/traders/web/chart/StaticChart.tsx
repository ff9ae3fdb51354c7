import { useId } from 'react'
import * as format from '#shared/format/format.ts'
import type { ChartPoint } from './series.ts'

const WIDTH = 1_000
const HEIGHT = 300

/** Paths of a series in a stretchable box of 1,000 × 300; `zero` is the height of the start. */
function staticPaths(points: readonly ChartPoint[]): { line: string; area: string; zero: string } {
  const values = points.map((point) => point.value)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const room = (high - low) * 0.06 || 1
  const y = (value: number) => (HEIGHT * (high + room - value)) / (high - low + 2 * room)
  const x = (index: number) => (index * WIDTH) / Math.max(1, points.length - 1)
  const line = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  const zero = y(0).toFixed(1)
  return { line, area: `${line}V${zero}H0Z`, zero }
}

const looks = {
  line: { area: 'fill-(--chart-fill)', line: 'fill-none stroke-(--chart-line) stroke-2' },
  loss: { area: 'fill-(--chart-loss-fill)', line: 'fill-none stroke-(--chart-loss) stroke-[1.5]' },
}

/** A series before the chart has loaded, and without JavaScript. Fills its box. */
export function StaticChart({ points, tone }: { points: readonly ChartPoint[]; tone: keyof typeof looks }) {
  const { line, area, zero } = staticPaths(points)
  const stretch = 'non-scaling-stroke'
  const id = useId()
  return (
    <div className="flex h-full flex-col">
      <div className="relative min-h-0 flex-1">
        <svg
          className="absolute inset-0 size-full"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={looks[tone].area} d={area} />
          <line className="stroke-(--chart-zero)" x1="0" x2={WIDTH} y1={zero} y2={zero} vectorEffect={stretch} />
          <path className={looks[tone].line} d={line} vectorEffect={stretch} />
        </svg>
        {tone === 'loss' && <Hatch id={id} area={area} />}
      </div>
      <div className="flex justify-between border-t border-line-2 pt-1.5 text-label text-ink-3" aria-hidden="true">
        <span>{format.day(points[0]?.date)}</span>
        <span>{format.day(points.at(-1)?.date)}</span>
      </div>
    </div>
  )
}

/** Lines at 45° over the area of a loss, in a picture of their own: stretching the series does not change their slope. */
function Hatch({ id, area }: { id: string; area: string }) {
  const [pattern, clip] = [`${id}lines`, `${id}area`]
  return (
    <svg className="absolute inset-0 size-full" aria-hidden="true">
      <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="stroke-(--chart-loss)" d="M0 0V6" />
      </pattern>
      <clipPath id={clip} clipPathUnits="objectBoundingBox">
        <path d={area} transform={`scale(${1 / WIDTH} ${1 / HEIGHT})`} />
      </clipPath>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} clipPath={`url(#${clip})`} opacity="0.28" />
    </svg>
  )
}
