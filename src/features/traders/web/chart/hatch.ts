import type { ISeriesPrimitive, SeriesAttachedParameter, Time } from 'lightweight-charts'
import type { ChartPoint } from './series.ts'

const SPACING_PX = 6
const OPACITY = 0.28

/** Lines at 45° between the zero line and the series, so that more than colour shows the area of a loss. */
export function hatch(points: readonly ChartPoint[], colour: string): ISeriesPrimitive<Time> {
  let attached: SeriesAttachedParameter<Time> | null = null
  const outline = (): [x: number, y: number][] => {
    if (attached === null) return []
    const { chart, series } = attached
    const scale = chart.timeScale()
    const corner = (date: string, value: number): [number, number][] => {
      const [x, y] = [scale.timeToCoordinate(date), series.priceToCoordinate(value)]
      return x === null || y === null ? [] : [[x, y]]
    }
    const [first, last] = [points[0], points.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      ...corner(first.date, 0),
      ...points.flatMap(({ date, value }) => corner(date, value)),
      ...corner(last.date, 0),
    ]
  }
  const view = {
    zOrder: () => 'bottom' as const,
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const [start, ...rest] = outline()
          if (start === undefined) return
          context.save()
          context.beginPath()
          context.moveTo(...start)
          for (const corner of rest) context.lineTo(...corner)
          context.closePath()
          context.clip()
          context.beginPath()
          for (let x = -mediaSize.height; x < mediaSize.width; x += SPACING_PX * Math.SQRT2) {
            context.moveTo(x, mediaSize.height)
            context.lineTo(x + mediaSize.height, 0)
          }
          context.globalAlpha = OPACITY
          context.strokeStyle = colour
          context.lineWidth = 1
          context.stroke()
          context.restore()
        }),
    }),
  }
  return {
    attached: (parameter) => {
      attached = parameter
    },
    detached: () => {
      attached = null
    },
    paneViews: () => [view],
  }
}

type View = ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]
type Target = Parameters<NonNullable<ReturnType<View['renderer']>>['draw']>[0]
