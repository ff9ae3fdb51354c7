import {
  AreaSeries,
  BaselineSeries,
  createChart,
  CrosshairMode,
  LineSeries,
  LineStyle,
  LineType,
  TickMarkType,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import * as format from '#shared/format/format.ts'
import { hatch } from './hatch.ts'
import type { ChartPoint, SeriesName } from './series.ts'
import { clearOfTag, drawdownRange, growthRange, tickLabels, type TickKind } from './ticks.ts'
import type { ChartColours } from './tokens.ts'

export interface Plot {
  chart: IChartApi
  /** The series that carries the crosshair of a linked plot. */
  main: ISeriesApi<SeriesType>
}

/** The scale at the right is equally wide in every plot, so that linked ones share their days. */
const SCALE_WIDTH = 72
const FONT = "'Archivo Variable', 'Archivo Stand-in', Arial, sans-serif"

/** `YYYY-MM-DD` of any time value of the library. */
export function dayOf(time: Time): string {
  if (typeof time === 'string') return time
  if (typeof time === 'number') return new Date(time * 1_000).toISOString().slice(0, 10)
  return `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`
}

/** A chart of one series in `box`. `days`: all days of the panel, those without a value of this series included. */
export function drawPlot(
  box: HTMLElement,
  colours: ChartColours,
  name: SeriesName,
  points: readonly ChartPoint[],
  days: readonly string[],
): Plot {
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
    rightPriceScale: { borderVisible: false, minimumWidth: SCALE_WIDTH, scaleMargins: { top: 0.08, bottom: 0.04 } },
    timeScale: {
      borderColor: colours['line-2'],
      minBarSpacing: 0.02,
      fixLeftEdge: true,
      fixRightEdge: true,
      allowBoldLabels: false,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => label(dayOf(time), kindOf(kind)),
    },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: colours['ink-3'], style: LineStyle.Dashed, width: 1, labelVisible: false },
      horzLine: { visible: false, labelVisible: false },
    },
    localization: { locale: 'it-IT' },
    handleScroll: false,
    handleScale: false,
  })
  const main = addSeries(chart, colours, name)
  const values = new Map(points.map((point) => [point.date, point]))
  const own = (isImported: boolean) =>
    days.map((date) => {
      const point = values.get(date)
      return point !== undefined && point.imported === isImported ? { time: date, value: point.value } : { time: date }
    })
  main.setData(own(false))
  const last = points.findLast((point) => !point.imported)
  if (last !== undefined) clearTag(main, name, last.value)
  if (name === 'drawdown') main.attachPrimitive(hatch(points, colours['chart-loss']))
  if (points.some((point) => point.imported)) {
    const imported = chart.addSeries(LineSeries, {
      ...quiet(name),
      color: colours.mark,
      lineWidth: 2,
      lineStyle: LineStyle.Dotted,
      lineType: LineType.WithSteps,
      lastValueVisible: false,
    })
    imported.setData(own(true))
  }
  chart.timeScale().fitContent()
  return { chart, main }
}

function addSeries(chart: IChartApi, colours: ChartColours, name: SeriesName): ISeriesApi<SeriesType> {
  if (name === 'balance') {
    return chart.addSeries(LineSeries, {
      ...quiet(name),
      color: colours['chart-line-2'],
      lineWidth: 2,
      lineStyle: LineStyle.Dashed,
      lineType: LineType.WithSteps,
    })
  }
  if (name === 'drawdown') {
    return chart.addSeries(BaselineSeries, {
      ...quiet(name),
      baseValue: { type: 'price', price: 0 },
      topLineColor: colours['chart-loss'],
      topFillColor1: 'transparent',
      topFillColor2: 'transparent',
      bottomLineColor: colours['chart-loss'],
      bottomFillColor1: colours['chart-loss-fill'],
      bottomFillColor2: colours['chart-loss-fill'],
      lineWidth: 1,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => within(original(), drawdownRange),
    })
  }
  const area = chart.addSeries(AreaSeries, {
    ...quiet(name),
    lineColor: colours['chart-line'],
    topColor: colours['chart-fill'],
    bottomColor: colours['chart-fill'],
    lineWidth: 2,
    ...(name === 'growth' && {
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => within(original(), growthRange),
    }),
  })
  if (name === 'growth') {
    area.createPriceLine({
      price: 0,
      color: colours['chart-zero'],
      lineWidth: 1,
      lineStyle: LineStyle.Solid,
      axisLabelVisible: false,
      title: '',
    })
  }
  return area
}

function kindOf(kind: TickMarkType): TickKind {
  if (kind === TickMarkType.Year) return 'year'
  return kind === TickMarkType.Month ? 'month' : 'day'
}

/** The filled tag of the last value does not cover a label of the axis. */
function clearTag(series: ISeriesApi<SeriesType>, name: SeriesName, last: number): void {
  const { priceFormat } = quiet(name)
  const tickmarksFormatter = (prices: readonly number[]) =>
    clearOfTag(
      prices.map(priceFormat.formatter),
      prices.map((price) => series.priceToCoordinate(price)),
      series.priceToCoordinate(last),
    )
  series.applyOptions({ priceFormat: { ...priceFormat, tickmarksFormatter } })
}

function quiet(name: SeriesName) {
  const isPercent = name === 'growth' || name === 'drawdown'
  return {
    priceLineVisible: false,
    priceFormat: {
      type: 'custom' as const,
      minMove: 0.01,
      formatter: isPercent ? format.axisPercent : format.axisAmount,
    },
  }
}

type Range = NonNullable<AutoscaleInfo['priceRange']>

function within(info: AutoscaleInfo | null, change: (range: Range) => Range): AutoscaleInfo | null {
  return info?.priceRange ? { ...info, priceRange: change(info.priceRange) } : info
}
