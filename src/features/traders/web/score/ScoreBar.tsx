interface ScoreBarProps {
  /** Points earned, of 60, 30 and 10. */
  roi: number
  winRate: number
  equity: number
}

const GAP = 0.5
const HEIGHT = 14

/** One bar of three tracks, 60, 30 and 10 wide, filled to the points earned. The table below has the same figures. */
export function ScoreBar({ roi, winRate, equity }: ScoreBarProps) {
  const tracks = [
    { name: 'roi', from: 0, width: 60, points: roi, fill: 'fill-action' },
    { name: 'win-rate', from: 60, width: 30, points: winRate, fill: 'fill-bar' },
    { name: 'equity', from: 90, width: 10, points: equity, fill: 'fill-brass-fill' },
  ]
  return (
    <svg
      className="mt-3 block h-3.5 w-full"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {tracks.map(({ name, from, width, points, fill }) => {
        const room = width - (from + width < 100 ? GAP : 0)
        return (
          <g key={name}>
            <rect
              className="fill-sunken stroke-line"
              x={from}
              y="0"
              width={room}
              height={HEIGHT}
              vectorEffect="non-scaling-stroke"
            />
            <rect
              className={fill}
              x={from}
              y="0"
              width={room * Math.min(1, Math.max(0, points / width))}
              height={HEIGHT}
            />
          </g>
        )
      })}
    </svg>
  )
}
