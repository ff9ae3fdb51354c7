import * as format from '#shared/format.ts'
import { Kpi, KpiStrip } from '#web/ui/Kpi.tsx'
import type { Dashboard } from './notices.ts'

const waiting = 'dopo la prima sincronizzazione'

/** The figures as the profile has them. */
export function Summary({ dashboard }: { dashboard: Dashboard }) {
  const { performance_summary: figures, account } = dashboard
  const { roi_total: roi, account_profit: profit, total_trades: trades, win_rate: rate } = figures
  const note = (value: unknown, text: string) => (value === null ? waiting : text)
  return (
    <KpiStrip>
      <Kpi
        label="ROI totale"
        figure={format.resultPercent(roi)}
        result={roi}
        note={note(roi, 'dalla prima sincronizzazione')}
      />
      <Kpi
        label="P/L Live"
        figure={profit === null || account === null ? format.MISSING : format.signedAmount(profit, account.currency)}
        result={profit}
        note={note(profit, 'posizioni aperte')}
      />
      <Kpi label="Operazioni totali" figure={format.count(trades)} note={note(trades, 'chiuse e verificate')} />
      <Kpi label="Win rate" figure={format.sharePercent(rate)} note={note(rate, 'operazioni in profitto')} />
    </KpiStrip>
  )
}
