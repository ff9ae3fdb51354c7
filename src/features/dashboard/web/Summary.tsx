import { utcDate } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import type { Dashboard } from './notices.ts'

const waiting = 'dopo la prima sincronizzazione'

/** The figures as the profile has them, and the floating result in euro when there is a rate. */
export function Summary({ dashboard }: { dashboard: Dashboard }) {
  const { performance_summary: figures } = dashboard
  const { roi_total: roi, total_trades: trades, win_rate: rate, since } = figures
  const live = liveResult(dashboard)
  return (
    <KpiStrip>
      <Kpi
        label="ROI totale"
        figure={format.resultPercent(roi)}
        result={roi}
        note={roi === null || since === null ? waiting : `dal ${utcDate(since)}`}
      />
      <Kpi label="P/L Live" {...live} />
      <Kpi
        label="Operazioni totali"
        figure={format.count(trades)}
        note={trades === null ? waiting : tradesNote(figures.trades_this_week)}
      />
      <Kpi label="Win rate" figure={format.sharePercent(rate)} note={winNote(trades, rate)} />
    </KpiStrip>
  )
}

function liveResult({ performance_summary: figures, account }: Dashboard) {
  const { account_profit: profit, account_profit_eur: euro, has_open_positions: isOpen } = figures
  if (profit === null || account === null) return { figure: format.MISSING, result: null, note: waiting }
  const inAccount = format.signedAmount(profit, account.currency)
  const positions = isOpen === null ? null : isOpen ? 'posizioni aperte' : 'nessuna posizione aperta'
  // Without a rate only the account's own currency is known.
  const isInEuro = euro !== null
  const notes = [isInEuro && account.currency !== 'EUR' ? inAccount : null, positions].filter((text) => text !== null)
  return {
    figure: isInEuro ? format.signedAmount(euro, 'EUR') : inAccount,
    result: isInEuro ? euro : profit,
    note: notes.join(', '),
  }
}

function tradesNote(week: number | null): string {
  if (week === null) return 'chiuse, osservate'
  return week === 0 ? 'nessuna questa settimana' : `${format.count(week)} questa settimana`
}

function winNote(trades: number | null, rate: number | null): string {
  if (rate !== null) return winRateNote(rate)
  return trades === null ? waiting : 'dopo la prima operazione chiusa'
}

/** The band of a win rate. It praises none: a high one says nothing of the losses. */
function winRateNote(percent: number): string {
  if (percent >= 70) return 'Dal 70% in su'
  return percent >= 50 ? 'Tra il 50% e il 70%' : 'Sotto il 50%'
}
