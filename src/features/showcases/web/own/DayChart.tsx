import { useState } from 'react'
import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DayTable } from './DayTable.tsx'
import { chartText, labelled, scaleOf } from './figures.ts'

type Day = ShowcaseReport['daily'][number]

/** Pixels: the bars, the places beneath them, the days' labels. */
const BARS = 248
const RANKS = 76
const LABELS = 24
const TOP = 10

const share = (part: number) => `${(100 * part).toFixed(3)}%`

/** Views and clicks of each day, and the place in the ranking on the same line of days. */
export function DayChart({ report }: { report: ShowcaseReport }) {
  const [tableShown, setTableShown] = useState(false)
  return (
    <Panel
      title="Visite e clic al giorno"
      end={
        <ul className="own-legend">
          <li className="is-views">Visite</li>
          <li className="is-clicks">Clic</li>
          <li className="is-rank">Posizione</li>
        </ul>
      }
    >
      <figure className="own-chart">
        <figcaption className="sr-only">{chartText(report)}</figcaption>
        <Bars daily={report.daily} />
        <Ranks daily={report.daily} />
      </figure>
      <div className="mt-3">
        <Button size="sm" aria-expanded={tableShown} onClick={() => setTableShown(!tableShown)}>
          {tableShown ? 'Nascondi i dati' : 'Vedi i dati'}
        </Button>
        {tableShown && <DayTable daily={report.daily} />}
      </div>
    </Panel>
  )
}

/** Widths are shares of the plot, so that it fits whatever width it gets; the scale stands in a column of its own. */
function Bars({ daily }: { daily: readonly Day[] }) {
  const scale = scaleOf(Math.max(...daily.map(({ views, clicks }) => Math.max(views, clicks)), 1))
  const top = scale.at(-1) ?? 1
  const y = (value: number) => BARS - (value / top) * (BARS - TOP)
  const [width, gap] = [1 / daily.length, 0.1 / daily.length]
  const bar = (index: number, value: number, name: string) =>
    value > 0 && (
      <rect
        className={name}
        x={share(index * width + gap)}
        width={share(width - 2 * gap)}
        y={y(value)}
        height={BARS - y(value)}
      />
    )
  return (
    <>
      <svg width="100%" height={BARS} className="block" aria-hidden="true">
        {scale.map((value) => (
          <line key={value} className="own-grid" x1="0" x2="100%" y1={y(value) - 0.5} y2={y(value) - 0.5} />
        ))}
        {daily.map(({ date, views, clicks }, index) => (
          <g key={date}>
            <title>{`${format.day(date)}: ${format.counted(views, 'visita', 'visite')}, ${format.counted(clicks, 'clic', 'clic')}`}</title>
            {bar(index, views, 'own-views')}
            {bar(index, clicks, 'own-clicks')}
            {/* The whole height of a day answers to the pointer. */}
            <rect x={share(index * width)} width={share(width)} y="0" height={BARS} fill="transparent" />
          </g>
        ))}
      </svg>
      <svg width="100%" height={BARS} className="own-axis block overflow-visible" aria-hidden="true">
        {scale.map((value) => (
          <text key={value} x="8" y={y(value) + 4}>
            {format.axisAmount(value)}
          </text>
        ))}
      </svg>
    </>
  )
}

function Ranks({ daily }: { daily: readonly Day[] }) {
  const places = daily.flatMap(({ rank }) => rank ?? [])
  const [best, worst] = [Math.min(...places), Math.max(...places)]
  const [above, below] = [18, RANKS - 14]
  // The first place is the highest point.
  const y = (rank: number) => (best === worst ? RANKS / 2 : above + ((rank - best) / (worst - best)) * (below - above))
  const x = (index: number) => share((index + 0.5) / daily.length)
  const marks = new Map(labelled(daily.length).map((index) => [index, daily[index]?.date ?? '']))
  return (
    <>
      <svg width="100%" height={RANKS + LABELS} className="block overflow-visible" aria-hidden="true">
        <line className="own-axis-line" x1="0" x2="100%" y1={RANKS - 0.5} y2={RANKS - 0.5} />
        {places.length === 0 && (
          <text className="own-note" x="0" y={RANKS / 2}>
            Nessuna posizione in questi giorni
          </text>
        )}
        {daily.map(({ date, rank }, index) => {
          const before = daily[index - 1]?.rank ?? null
          return (
            <g key={date}>
              {rank !== null && before !== null && (
                <line className="own-rank" x1={x(index - 1)} y1={y(before)} x2={x(index)} y2={y(rank)} />
              )}
              {rank !== null && (
                <circle className="own-rank-dot" cx={x(index)} cy={y(rank)} r={daily.length > 45 ? 1 : 2.25}>
                  <title>{`${format.day(date)}: #${format.count(rank)}`}</title>
                </circle>
              )}
            </g>
          )
        })}
        {[...marks].map(([index, date]) => (
          <text
            key={date}
            className="own-day"
            x={index === daily.length - 1 ? '100%' : x(index)}
            y={RANKS + 18}
            textAnchor={index === daily.length - 1 ? 'end' : 'middle'}
          >
            {format.day(date).slice(0, 5)}
          </text>
        ))}
      </svg>
      <svg width="100%" height={RANKS + LABELS} className="own-axis block overflow-visible" aria-hidden="true">
        {places.length > 0 && (
          <text x="8" y={y(best) + 4}>
            #{format.count(best)}
          </text>
        )}
        {places.length > 0 && best !== worst && (
          <text x="8" y={y(worst) + 4}>
            #{format.count(worst)}
          </text>
        )}
      </svg>
    </>
  )
}
