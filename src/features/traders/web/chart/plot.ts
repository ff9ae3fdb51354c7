import {
  createChart,
  CrosshairMode,
  LineSeries,
  LineStyle,
  LineType,
  PriceScaleMode,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts'
import { axisText, axisTexts, drawnValue, type Axis } from './axis.ts'
import { AXIS_HEIGHT, SCALE_WIDTH } from './geometry.ts'
import { clearOfTags, tickLabels, type TickKind } from './ticks.ts'
import type { ChartColours } from './tokens.ts'
import type { ChartLine, Plot } from './view.ts'

const FONT = "'Archivo Variable', 'Archivo Stand-in', Arial, sans-serif"

/** `YYYY-MM-DD` of any time value of the library. */
function dayOf(time: Time): string {
  if (typeof time === 'string') return time
  if (typeof time === 'number') return new Date(time * 1_000).toISOString().slice(0, 10)
  return `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`
}

/** The lines and axes of a plot in `box`. Areas and marks lie above, in `Marks`. `days`: those of the panel, the silent ones included. */
export function drawPlot(
  box: HTMLElement,
  colours: ChartColours,
  { axis, lines }: Plot,
  days: readonly string[],
): IChartApi {
  const label = tickLabels(days)
  const chart = createChart(box, {
    autoSize: true,
    // The library sets its logo by innerHTML, which the site's policy refuses. The panel's foot carries the notice and the link.
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      textColor: colours['chart-axis'],
      fontFamily: FONT,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours['chart-grid'] } },
    rightPriceScale: {
      borderVisible: false,
      minimumWidth: SCALE_WIDTH,
      scaleMargins: { top: axis.top, bottom: axis.bottom },
      mode: axis.isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
      entireTextOnly: true,
    },
    timeScale: {
      borderColor: colours['line-2'],
      minBarSpacing: 0.02,
      minimumHeight: AXIS_HEIGHT,
      fixLeftEdge: true,
      fixRightEdge: true,
      allowBoldLabels: false,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => label(dayOf(time), kindOf(kind)),
    },
    // `Reader` draws it in both plots of the panel, for keys as well.
    crosshair: { mode: CrosshairMode.Hidden },
    localization: { locale: 'it-IT' },
    handleScroll: false,
    handleScale: false,
  })
  const drawn = lines.map((line) => addLine(chart, colours, axis, line, days))
  const [first] = drawn
  if (first !== undefined) {
    const tags = lines.flatMap(({ points }) => points.at(-1)?.value ?? [])
    const heights = () => tags.map((value) => first.priceToCoordinate(drawnValue(axis, value)))
    const tickmarksFormatter = (prices: readonly number[]) =>
      clearOfTags(
        axisTexts(axis, prices),
        prices.map((price) => first.priceToCoordinate(price)),
        heights(),
      )
    const formatter = (price: number) => axisText(axis, price)
    for (const series of drawn)
      series.applyOptions({ priceFormat: { type: 'custom', minMove: 0.01, formatter, tickmarksFormatter } })
  }
  // By itself the library keeps the days' width: a narrower box would cut the line off, and marks and areas would stand beside it.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent())
  chart.timeScale().fitContent()
  return chart
}

/** Two series: the counted part and, in grey, the imported one. */
function addLine(
  chart: IChartApi,
  colours: ChartColours,
  axis: Axis,
  line: ChartLine,
  days: readonly string[],
): ISeriesApi<'Line'> {
  const values = new Map(line.points.map((point) => [point.date, point]))
  const part = (isImported: boolean) =>
    days.map((date) => {
      const point = values.get(date)
      return point !== undefined && point.imported === isImported
        ? { time: date, value: drawnValue(axis, point.value) }
        : { time: date }
    })
  const look = {
    priceLineVisible: false,
    crosshairMarkerVisible: false,
    lineType: line.name === 'balance' ? LineType.WithSteps : LineType.Simple,
    autoscaleInfoProvider: () => ({ priceRange: { minValue: axis.low, maxValue: axis.high } }),
  }
  const main = chart.addSeries(LineSeries, { ...look, ...looks(colours)[line.name] })
  main.setData(part(false))
  if (line.points.some((point) => point.imported)) {
    chart
      .addSeries(LineSeries, {
        ...look,
        color: colours.bar,
        lineWidth: 2,
        lineStyle: LineStyle.Dashed,
        lastValueVisible: false,
      })
      .setData(part(true))
  }
  return main
}

function looks(colours: ChartColours) {
  return {
    growth: { color: colours['chart-line'], lineWidth: 2, lineStyle: LineStyle.Solid },
    equity: { color: colours['chart-line'], lineWidth: 2, lineStyle: LineStyle.Solid },
    balance: { color: colours['chart-line-2'], lineWidth: 2, lineStyle: LineStyle.Dashed },
    drawdown: { color: colours['chart-loss'], lineWidth: 1, lineStyle: LineStyle.Solid },
  } as const
}

function kindOf(kind: TickMarkType): TickKind {
  if (kind === TickMarkType.Year) return 'year'
  return kind === TickMarkType.Month ? 'month' : 'day'
}
