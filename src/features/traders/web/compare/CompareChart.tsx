import * as format from '#shared/format/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { axisTexts, growthAxis, heightOf, ticksOf } from '../chart/axis.ts'
import { BOX, dayIndex, linePath, share } from '../chart/geometry.ts'
import { Behind } from '../results/Behind.tsx'
import { letters } from './texts.ts'
import type { Comparison } from './types.ts'

/** Shares of the height between the letters at the ends of two lines, so that none covers another. */
const LETTER_GAP = 0.07

/** Growth of all traders from the same day on, each from 0. Lines differ by colour, dashes and letter. */
export function CompareChart({ comparison: { traders, dates, span } }: { comparison: Comparison }) {
  if (span === null || dates.length < 2) return null
  const axis = growthAxis(
    traders.flatMap(({ growth }) => growth),
    false,
  )
  const ticks = ticksOf(axis)
  const texts = axisTexts(axis, ticks)
  const heights = ticks.map((tick) => share(heightOf(axis, tick - axis.offset)))
  const index = dayIndex(dates)
  const ends = letterHeights(traders.map(({ growth }) => heightOf(axis, growth.at(-1) ?? 0)))
  return (
    <Panel title="Crescita nella finestra">
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ui">
        {traders.map(({ username, display_name: name, roi_window: roi }, position) => (
          <li key={username} className="flex min-w-0 items-center gap-2">
            <LineKey position={position} />
            <span className="[overflow-wrap:anywhere]">
              <b>{letters[position]}</b> {name}
            </span>
            <span className="font-semibold">{format.resultPercent(roi)}</span>
          </li>
        ))}
      </ul>
      <figure
        className="relative mt-4 h-[320px] max-[820px]:h-[260px]"
        aria-label={`Crescita dal ${format.day(span.from)} al ${format.day(span.to)}: ${traders
          .map(({ display_name: name, roi_window: roi }) => `${name} ${format.resultPercent(roi)}`)
          .join(', ')}`}
      >
        <svg
          className="absolute top-0 left-0 h-[calc(100%-28px)] w-[calc(100%-92px)] overflow-visible"
          aria-hidden="true"
        >
          {heights.map((y) => (
            <line key={y} className="stroke-(--chart-grid)" x1="0" x2="100%" y1={y} y2={y} />
          ))}
          <line
            className="stroke-(--chart-zero)"
            x1="0"
            x2="100%"
            y1={share(heightOf(axis, 0))}
            y2={share(heightOf(axis, 0))}
          />
          <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" width="100%" height="100%">
            {traders.map(({ username, growth }, position) => (
              <path
                key={username}
                className={`fill-none stroke-2 compare-${position}`}
                d={linePath(pointsOf(growth, dates), axis, index, false)}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
        </svg>
        <svg className="absolute top-0 right-0 h-[calc(100%-28px)] w-[92px]" aria-hidden="true">
          {traders.map(
            ({ username, growth }, position) =>
              growth.length > 0 && (
                <text
                  key={username}
                  className="fill-ink text-label font-semibold"
                  x="6"
                  y={share(ends[position] ?? 0)}
                  dy="4"
                >
                  {letters[position]}
                </text>
              ),
          )}
          {texts.map((text, position) => (
            <text key={text} className="fill-(--chart-axis) text-label" x="28" y={heights[position]} dy="4">
              {text}
            </text>
          ))}
        </svg>
        <div
          className="absolute bottom-0 left-0 flex h-[28px] w-[calc(100%-92px)] justify-between border-t border-line-2 pt-1.5 text-label text-ink-3"
          aria-hidden="true"
        >
          <span>{format.day(dates[0])}</span>
          <span>{format.day(dates.at(-1))}</span>
        </div>
      </figure>
      <Behind title="La crescita come tabella">
        <GrowthTable traders={traders} dates={dates} />
      </Behind>
    </Panel>
  )
}

function LineKey({ position }: { position: number }) {
  return (
    <svg className="shrink-0" width="34" height="10" aria-hidden="true">
      <line className={`stroke-2 compare-${position}`} x1="0" x2="34" y1="5" y2="5" />
    </svg>
  )
}

/** A region that scrolls by itself must be reachable by keyboard. */
const reachable = { tabIndex: 0 }

function GrowthTable({ traders, dates }: Pick<Comparison, 'traders' | 'dates'>) {
  return (
    <section
      className="max-h-[320px] overflow-auto border border-line px-3 print:max-h-none"
      aria-label="Crescita come tabella"
      {...reachable}
    >
      <table className="table">
        <caption className="sr-only">Crescita dall’inizio della finestra, giorno per giorno</caption>
        <thead>
          <tr>
            <th scope="col">Giorno</th>
            {traders.map(({ username, display_name: name }) => (
              <th key={username} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, position) => (
              <tr key={date}>
                <th scope="row">{format.day(date)}</th>
                {traders.map(({ username, growth }) => (
                  <td key={username} className="num">
                    {format.resultPercent(growth[position])}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  )
}

const pointsOf = (growth: readonly number[], dates: readonly string[]) =>
  growth.map((value, position) => ({ date: dates[position] ?? '', value, imported: false }))

/** The heights of the letters: those of the lines' ends, moved down where two would touch, and up again from the foot. */
function letterHeights(ends: readonly number[]): number[] {
  const heights = [...ends]
  const order = ends.map((_, position) => position).toSorted((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))
  let free = 0
  for (const position of order) {
    heights[position] = Math.max(heights[position] ?? 0, free)
    free = (heights[position] ?? 0) + LETTER_GAP
  }
  const over = Math.max(0, free - LETTER_GAP - 0.98)
  return heights.map((height) => height - over)
}
