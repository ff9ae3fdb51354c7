import { riskNames } from '#features/leaderboard/page.ts'
import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import { Ledger } from '../verification/Ledger.tsx'
import type { Performance } from '../types.ts'

/** `7 · 4.310,25 $`: how many, and their sum where the trader shows amounts. */
function payments({ count, amount }: Performance['summary']['deposits'], currency: string): string {
  return amount === null || count === 0
    ? format.count(count)
    : `${format.count(count)} · ${format.amount(Math.abs(amount), currency)}`
}

/** Figures of the closed trades, and how many they rest on. */
export function TradesPanel({ performance: { summary, currency } }: { performance: Performance }) {
  const money = (value: number | null) => format.signedAmount(value, currency)
  const trades = format.counted(summary.total_trades, 'operazione', 'operazioni')
  return (
    <Panel plate={plate('trades')} title="Statistiche delle operazioni" end={<Basis text={`su ${trades}`} />}>
      <Ledger
        rows={[
          { term: 'Profit factor', of: 'profit_factor', value: format.decimal(summary.profit_factor) },
          { term: 'Risultato medio per operazione', of: 'expectancy', value: money(summary.expectancy) },
          { term: 'Guadagno medio', value: money(summary.average_win) },
          { term: 'Perdita media', value: money(summary.average_loss) },
          { term: 'Operazione migliore', value: money(summary.best_trade) },
          { term: 'Operazione peggiore', value: money(summary.worst_trade) },
          { term: 'Durata media', value: duration(summary.average_holding_minutes) },
        ]}
      />
    </Panel>
  )
}

/** Figures of growth and of what was paid, and how many days they rest on. */
export function RiskPanel({ performance: { summary, figures, currency } }: { performance: Performance }) {
  return (
    <Panel plate={plate('risk')} title="Rendimento e rischio" end={<Basis text={`su ${format.days(figures.days)}`} />}>
      <Ledger
        rows={[
          { term: 'ROI, 30 giorni', value: format.resultPercent(summary.roi_30) },
          { term: 'ROI, 90 giorni', value: format.resultPercent(summary.roi_90) },
          { term: 'Drawdown Max', of: 'drawdown', value: format.drawdownPercent(summary.max_drawdown) },
          { term: 'Drawdown attuale', value: format.drawdownPercent(summary.current_drawdown) },
          {
            term: 'Rischio a 90 giorni',
            of: 'risk',
            value: summary.risk_level === null ? format.MISSING : riskNames[summary.risk_level],
          },
          { term: 'Fattore di recupero', of: 'recovery_factor', value: format.decimal(summary.recovery_factor) },
          { term: 'Sharpe', of: 'sharpe', value: format.decimal(summary.sharpe) },
          { term: 'Sortino', of: 'sortino', value: format.decimal(summary.sortino) },
          { term: 'Versamenti', value: payments(summary.deposits, currency) },
          { term: 'Prelievi', value: payments(summary.withdrawals, currency) },
        ]}
      />
    </Panel>
  )
}

function Basis({ text }: { text: string }) {
  return <span className="text-ui text-ink-3">{text}</span>
}
