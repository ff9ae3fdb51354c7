import * as format from '#shared/format/format.ts'
import { axisTexts, heightOf, ticksOf } from './axis.ts'
import { BOX, linePath, share, type DayIndex } from './geometry.ts'
import type { ChartLine, Plot } from './view.ts'

const looks: Record<ChartLine['name'], string> = {
  growth: 'stroke-(--chart-line) stroke-2',
  equity: 'stroke-(--chart-line) stroke-2',
  balance: 'stroke-(--chart-line-2) stroke-2 [stroke-dasharray:6_4]',
  drawdown: 'stroke-(--chart-loss) stroke-1',
}

interface StaticPlotProps {
  plot: Plot
  days: readonly string[]
  index: DayIndex
}

/** Lines and axes before the chart has loaded, without JavaScript, and on paper. Fills its box. */
export function StaticPlot({ plot: { axis, lines }, days, index }: StaticPlotProps) {
  const ticks = ticksOf(axis)
  const texts = axisTexts(axis, ticks)
  const heights = ticks.map((tick) => share(heightOf(axis, tick - axis.offset)))
  return (
    <>
      <svg className="absolute top-0 left-0 h-[calc(100%-28px)] w-[calc(100%-72px)]" aria-hidden="true">
        {heights.map((y) => (
          <line key={y} className="stroke-(--chart-grid)" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" width="100%" height="100%">
          {lines.map(({ name, points }) => (
            <LinePaths key={name} name={name} points={points} axis={axis} index={index} />
          ))}
        </svg>
      </svg>
      <svg className="absolute top-0 right-0 h-[calc(100%-28px)] w-[72px]" aria-hidden="true">
        {texts.map((text, position) => (
          <text key={text} className="fill-(--chart-axis) text-label" x="10" y={heights[position]} dy="4">
            {text}
          </text>
        ))}
      </svg>
      <div
        className="absolute bottom-0 left-0 flex h-[28px] w-[calc(100%-72px)] justify-between border-t border-line-2 pt-1.5 text-label text-ink-3"
        aria-hidden="true"
      >
        <span>{format.day(days[0])}</span>
        <span>{format.day(days.at(-1))}</span>
      </div>
    </>
  )
}

type LinePathsProps = ChartLine & Pick<Plot, 'axis'> & Pick<StaticPlotProps, 'index'>

/** The imported part is grey and dashed. */
function LinePaths({ name, points, axis, index }: LinePathsProps) {
  const path = (isImported: boolean) =>
    linePath(
      points.filter(({ imported }) => imported === isImported),
      axis,
      index,
      name === 'balance',
    )
  return (
    <>
      <path
        className="fill-none stroke-(--bar) stroke-2 [stroke-dasharray:6_4]"
        d={path(true)}
        vectorEffect="non-scaling-stroke"
      />
      <path className={`fill-none ${looks[name]}`} d={path(false)} vectorEffect="non-scaling-stroke" />
    </>
  )
}
