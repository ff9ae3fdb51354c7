import type { getStats } from '#features/leaderboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'

const labels = ['Trader attivi', 'Operazioni totali', 'ROI medio', 'Primo in classifica']

type Stats = ResponseOf<typeof getStats>

interface PlatformFiguresProps {
  stats: Stats | undefined
  /** The request for them failed. */
  failed: boolean
}

/** The four cards: traders, operations, mean ROI, the first in rank order. Each keeps its place until its figure arrives. */
export function PlatformFigures({ stats, failed }: PlatformFiguresProps) {
  if (stats === undefined) return <NoFigures failed={failed} />
  const first = stats.top_performer
  return (
    <KpiStrip>
      <Kpi
        label="Trader attivi"
        figure={format.count(stats.total_traders)}
        note={format.counted(stats.connected_traders, 'connesso adesso', 'connessi adesso')}
      />
      <Kpi label="Operazioni totali" figure={format.count(stats.total_trades)} note="dall’inizio del registro" />
      <Kpi
        label="ROI medio"
        figure={format.resultPercent(stats.avg_roi)}
        result={stats.avg_roi}
        note="media a 90 giorni"
      />
      <Kpi
        label="Primo in classifica"
        figure={format.resultPercent(first?.roi)}
        result={first?.roi ?? null}
        note={first === null ? 'nessuno in classifica' : <First trader={first} />}
      />
    </KpiStrip>
  )
}

/** The trader of the return, with the fall and the history that it rests on. */
function First({ trader }: { trader: NonNullable<Stats['top_performer']> }) {
  const { username, roi_total, drawdown_max, days_count } = trader
  return (
    <>
      <a href={traderAddress(username)}>{`@${username}`}</a>
      {` in 90 giorni · ${format.resultPercent(roi_total)} dall’inizio · Drawdown ${format.drawdownPercent(drawdown_max)} · ${format.counted(days_count ?? 0, 'giorno', 'giorni')}`}
    </>
  )
}

/** Without the figures: each cell keeps its place. */
function NoFigures({ failed }: { failed: boolean }) {
  return (
    <KpiStrip>
      {labels.map((label) => (
        <Kpi
          key={label}
          label={label}
          figure={failed ? format.MISSING : undefined}
          note={failed ? 'non disponibile' : '\u00a0'}
        />
      ))}
    </KpiStrip>
  )
}
