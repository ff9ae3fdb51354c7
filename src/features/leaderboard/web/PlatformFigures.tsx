import type { getStats } from '#features/leaderboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'

const labels = ['Trader attivi', 'Operazioni totali', 'ROI medio', 'Miglior trader']

interface PlatformFiguresProps {
  stats: ResponseOf<typeof getStats> | undefined
  /** The request for them failed. */
  failed: boolean
}

/** The four cards: traders, operations, mean ROI, best trader. Each keeps its place until its figure arrives. */
export function PlatformFigures({ stats, failed }: PlatformFiguresProps) {
  if (stats === undefined) return failed ? <NoFigures /> : <PlatformSkeleton />
  const best = stats.top_performer
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
        label="Miglior trader"
        figure={format.resultPercent(best?.roi)}
        result={best?.roi ?? null}
        note={best === null ? 'nessuno in classifica' : <BestTrader username={best.username} />}
      />
    </KpiStrip>
  )
}

function BestTrader({ username }: { username: string }) {
  return <a href={traderAddress(username)}>{`@${username}`}</a>
}

function NoFigures() {
  return (
    <KpiStrip>
      {labels.map((label) => (
        <Kpi key={label} label={label} figure={format.MISSING} note="non disponibile" />
      ))}
    </KpiStrip>
  )
}

function PlatformSkeleton() {
  return (
    <div className="kpis" aria-hidden="true">
      {labels.map((label) => (
        <div className="kpi" key={label}>
          <span className="block text-table text-ink-3">{label}</span>
          <span className="kpi-figure block">
            <span className="skeleton inline-block h-6 w-28 max-w-full" />
          </span>
          <span className="kpi-note block">
            <span className="skeleton inline-block h-3 w-24 max-w-full" />
          </span>
        </div>
      ))}
    </div>
  )
}
