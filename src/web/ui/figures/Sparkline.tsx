import { tone } from '#shared/format/format.ts'

/** Points of the growth index (1 at the start), oldest first, in a box of `width` × `height`. */
function sparkline(points: readonly number[], width: number, height: number) {
  const low = Math.min(1, ...points)
  const high = Math.max(1, ...points)
  const x = (index: number) => 2 + (index * (width - 7)) / Math.max(1, points.length - 1)
  const y = (value: number) => 3 + (height - 6) * (high === low ? 0.5 : 1 - (value - low) / (high - low))
  const path = points.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  return {
    // The ring at the end is closed by its stroke: a dot without an element of its own, of which a list has fifty.
    path: `${path.join('')}m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0`,
    zero: `M0 ${y(1).toFixed(1)}H${width}`,
  }
}

interface SparklineProps {
  points: readonly number[]
  width: number
  height: number
  /** The drawing's content, with its outcome; without it the drawing is decorative. */
  label?: string
  /** Draws the level at which it starts. */
  hasStart?: boolean
}

export function Sparkline({ points, width, height, label, hasStart = false }: SparklineProps) {
  if (points.length < 2) return null
  const { path, zero } = sparkline(points, width, height)
  const outcome = ((points.at(-1) ?? 1) - 1) * 100
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={`spark ${tone(outcome)}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...named}
    >
      {hasStart && <path className="zero" d={zero} />}
      <path d={path} />
    </svg>
  )
}
