import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonTexts as listedReasons } from '#features/leaderboard/web/groups.ts'
import * as format from '#shared/format/format.ts'
import { tradersLink } from '#web/outside-link.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { accountStatus } from './account-status.ts'
import type { Trader } from './types.ts'
import { utcDate } from '#shared/format/spans.ts'

const DAYS_OF_MONTH = 365.25 / 12

/** The strip of six figures. */
export function ProfileFigures({ trader }: { trader: Trader }) {
  const { performance: figures } = trader
  // A matched history counts, so the figures begin where it does (RANKING 3.5).
  const since = figures.imported?.counts ? figures.imported.since : figures.since
  const balance = moneyOf(figures.account_balance_eur, figures.account_balance, trader)
  const equity = moneyOf(figures.account_equity_eur, figures.account_equity, trader)
  const isClosed = accountStatus(trader) === 'closed'
  return (
    <KpiStrip six>
      <Kpi
        label="ROI totale"
        figure={format.resultPercent(figures.roi_total)}
        result={figures.roi_total}
        note={since === null ? undefined : `dal ${utcDate(since)}`}
      />
      <Kpi
        label="Max Drawdown"
        figure={format.drawdownPercent(figures.drawdown_max)}
        note={<ExternalCheck trader={trader} />}
      />
      <Kpi
        label="Win rate"
        figure={format.sharePercent(figures.win_rate)}
        note={figures.win_rate === null ? listedReasons.no_trades : 'Da solo non dice se il conto guadagna'}
      />
      <Kpi label="Operazioni totali" figure={format.count(figures.total_trades)} note={monthlyPace(figures)} />
      <Kpi label={isClosed ? 'Balance finale' : 'Balance attuale'} {...balance} />
      <Kpi label={isClosed ? 'Equity finale' : 'Equity attuale'} {...equity} />
    </KpiStrip>
  )
}

/** A link to the external verification, or a button that explains why there is none. */
function ExternalCheck({ trader }: { trader: Trader }) {
  if (trader.has_myfxbook && trader.myfxbook_url !== null) {
    return (
      <a href={trader.myfxbook_url} {...tradersLink}>
        Apri la verifica <ExternalLink className="inline align-[-0.1em]" size={12} strokeWidth={2} aria-hidden />
      </a>
    )
  }
  return (
    <details>
      <summary className="-my-1 flex min-h-6 w-fit list-none items-center text-accent underline decoration-1 underline-offset-[3px] [&::-webkit-details-marker]:hidden">
        Non verificato
      </summary>
      <p className="mt-2" role="note">
        Il trader non ha collegato MyFxBook, il servizio che serve a verificare il drawdown da fuori. La cifra è
        calcolata sui dati sincronizzati.
      </p>
    </details>
  )
}

function monthlyPace({ total_trades: trades, days_count: days }: Trader['performance']): string | undefined {
  if (days === null || days < DAYS_OF_MONTH || trades === 0) return undefined
  return `${format.count(trades / (days / DAYS_OF_MONTH))} al mese`
}

/** Euro in large type, the account's own currency below; without a rate the account's own in large type. */
function moneyOf(euro: number | null, own: number | null, trader: Trader): { figure: string; note?: ReactNode } {
  const currency = trader.performance.account_currency
  if (own === null) {
    return {
      figure: format.MISSING,
      note: trader.performance.is_ea_verified ? 'Importo nascosto' : 'Solo dopo la prima sincronizzazione',
    }
  }
  if (euro === null) return { figure: format.amount(own, currency), note: 'Cambio in euro non disponibile' }
  if (currency === 'EUR') return { figure: format.amount(euro, 'EUR') }
  return { figure: format.amount(euro, 'EUR'), note: format.amount(own, currency) }
}
