import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Ledger } from '../verification/Ledger.tsx'
import type { Performance } from '../types.ts'

/** `7 · 4.310,25 $`: how many, and their sum where the trader shows amounts. */
function payments({ count, amount }: Performance['summary']['deposits'], currency: string): string {
  return amount === null || count === 0
    ? format.count(count)
    : `${format.count(count)} · ${format.amount(Math.abs(amount), currency)}`
}

/** Tavola 5: figures of the witnessed history. */
export function StatisticsPanel({ performance: { summary, currency } }: { performance: Performance }) {
  const money = (value: number | null) => format.signedAmount(value, currency)
  return (
    <Panel plate="Tavola 5" title="Statistiche">
      <div className="grid grid-cols-2 gap-x-10 max-[820px]:grid-cols-1 max-[820px]:divide-y max-[820px]:divide-line">
        <Ledger
          rows={[
            { term: 'ROI, 30 giorni', value: format.resultPercent(summary.roi_30) },
            { term: 'ROI, 90 giorni', value: format.resultPercent(summary.roi_90) },
            { term: 'Profit factor', value: format.decimal(summary.profit_factor) },
            { term: 'Risultato medio', value: money(summary.expectancy) },
            { term: 'Guadagno medio', value: money(summary.average_win) },
            { term: 'Perdita media', value: money(summary.average_loss) },
            { term: 'Operazione migliore', value: money(summary.best_trade) },
            { term: 'Operazione peggiore', value: money(summary.worst_trade) },
            { term: 'Durata media', value: duration(summary.average_holding_minutes) },
          ]}
        />
        <Ledger
          rows={[
            { term: 'Max Drawdown', value: format.drawdownPercent(summary.max_drawdown) },
            { term: 'Drawdown attuale', value: format.drawdownPercent(summary.current_drawdown) },
            { term: 'Fattore di recupero', value: format.decimal(summary.recovery_factor) },
            { term: 'Sharpe', value: format.decimal(summary.sharpe) },
            { term: 'Sortino', value: format.decimal(summary.sortino) },
            { term: 'Operazioni in acquisto', value: format.sharePercent(summary.long_percentage) },
            { term: 'Tempo a mercato', value: format.sharePercent(summary.exposure_percentage) },
            { term: 'Depositi', value: payments(summary.deposits, currency) },
            { term: 'Prelievi', value: payments(summary.withdrawals, currency) },
          ]}
        />
      </div>
    </Panel>
  )
}
