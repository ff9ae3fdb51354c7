interface HeatCell {
  x: number
  y: number
  /** -1 to 1. */
  weight: number
}

interface HeatMapProps {
  cells: readonly HeatCell[]
  columns: number
  rows: number
  /** Screen readers say it in place of the drawing; its table stands beside it. */
  label: string
  /** The cell under the pointer. */
  onRead?: (x: number, y: number) => void
}

const CELL = 10
const opacities = [0.25, 0.45, 0.7, 1]

/** Gains are squares and losses discs, so that the sign reads without colour. */
const square = (x: number, y: number) => `M${x * CELL + 0.5} ${y * CELL + 0.5}h9v9h-9z`
const disc = (x: number, y: number) => `M${x * CELL + 0.5} ${y * CELL + 5}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0`

/** One path for each tint: a year of days is nine elements, not 365. */
export function HeatMap({ cells, columns, rows, label, onRead }: HeatMapProps) {
  const paths = new Map<string, string>()
  for (const { x, y, weight } of cells) {
    const step = Math.ceil(Math.min(1, Math.abs(weight)) * opacities.length)
    const name = step === 0 ? 'flat' : `${weight > 0 ? 'gain' : 'loss'}${step}`
    paths.set(name, (paths.get(name) ?? '') + (weight < 0 ? disc(x, y) : square(x, y)))
  }
  const named = { role: 'img', 'aria-label': label }
  return (
    <svg
      className="block w-full forced-color-adjust-none"
      viewBox={`0 0 ${columns * CELL} ${rows * CELL}`}
      {...named}
      onPointerMove={
        onRead &&
        ((event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onRead(
            Math.floor(((event.clientX - box.left) / box.width) * columns),
            Math.floor(((event.clientY - box.top) / box.height) * rows),
          )
        })
      }
    >
      {[...paths].map(([name, path]) => (
        <path
          key={name}
          d={path}
          className={name === 'flat' ? 'fill-sunken' : name.startsWith('gain') ? 'fill-gain' : 'fill-loss'}
          fillOpacity={name === 'flat' ? 1 : opacities[Number(name.at(-1)) - 1]}
        />
      ))}
    </svg>
  )
}

/** The key of the colours. @param full the result from which a colour is full */
export function HeatKey({ full }: { full: string }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-label text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <svg className="size-3 forced-color-adjust-none" viewBox="0 0 10 10" aria-hidden="true">
          <path className="fill-gain" d={square(0, 0)} />
        </svg>
        guadagno
      </span>
      <span className="inline-flex items-center gap-1.5">
        <svg className="size-3 forced-color-adjust-none" viewBox="0 0 10 10" aria-hidden="true">
          <path className="fill-loss" d={disc(0, 0)} />
        </svg>
        perdita
      </span>
      <span>{full}</span>
    </p>
  )
}
