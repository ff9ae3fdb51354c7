import { ExternalLink } from 'lucide-react'
import { lastSyncLabel } from '#features/ea/connection.ts'
import {
  isComparedPage,
  ledgerTitle,
  levelSentence,
  outsideCheckText,
  whyUnverified,
} from '#features/integrity/level-texts.ts'
import { dayOfText, utcDay } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { ledgerAddress } from '#shared/trader-address.ts'
import { tradersLink } from '#web/outside-link.ts'
import { Badge, Connection } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ClosedAccounts } from './ClosedAccounts.tsx'
import { ExternalMatch } from './ExternalMatch.tsx'
import { Ledger } from './Ledger.tsx'
import { plate } from '../plates.ts'
import { accountStatus } from '../account-status.ts'
import type { Performance, Trader } from '../types.ts'
import { utcDate } from '#shared/format/spans.ts'

/** The origin of the figures, and the findings of the checks. */
export function VerificationPanel({ trader, performance }: { trader: Trader; performance: Performance }) {
  const { performance: figures } = trader
  const currency = figures.account_currency
  const isClosed = accountStatus(trader) === 'closed'
  const days = daysOf(trader, performance)
  return (
    <Panel
      plate={plate('verification')}
      title="Verifica dei dati"
      end={isClosed ? <Badge tone="neutral">Conto chiuso</Badge> : <Connection status={trader.status} />}
    >
      <LevelBox trader={trader} />
      <Ledger
        rows={[
          { term: 'Origine', value: figures.is_ea_verified ? 'Expert Advisor' : 'Nessuna ancora' },
          { term: lastSyncLabel, value: format.dateTime(figures.last_ea_sync) },
          { term: 'Sincronizzazioni', value: format.count(figures.ea_sync_count) },
          { term: 'Conto', value: accountOf(trader) },
          { term: 'Osservato dal', value: observedSince(trader, days.observed) },
          { term: 'Registro delle operazioni', value: ledgerLabel(performance) },
          { term: ledgerTitle, value: syncLedger(trader) },
          { term: 'Verifica esterna', value: <External trader={trader} /> },
        ]}
      />
      {figures.imported !== null && (
        <section className="mt-4 rounded-md border border-dashed border-control px-3.5 py-3 text-ui">
          <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Storico importato</h3>
          <Ledger
            rows={[
              { term: 'Operazioni', value: format.count(figures.imported.trades) },
              { term: 'Risultato netto', value: format.signedAmount(figures.imported.net_profit, currency) },
              { term: 'Dal', value: figures.imported.since === null ? null : utcDate(figures.imported.since) },
              { term: 'Giorni', value: days.imported === null ? null : format.count(days.imported) },
            ]}
          />
          <p className="mt-1 text-label text-ink-3">{importedText(trader)}</p>
        </section>
      )}
      {trader.findings.length > 0 && (
        <section className="mt-4 text-ui">
          <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Segnalazioni</h3>
          <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-ink-2">
            {trader.findings.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <ClosedAccounts username={trader.username} accounts={trader.closed_accounts} />
    </Panel>
  )
}

/** The level, with one sentence about the checked facts and one about the unchecked ones. */
function LevelBox({ trader }: { trader: Trader }) {
  const { verification_level: level, external_match: match } = trader
  const cause = whyUnverified({
    isUpheld: trader.held === 'upheld',
    hasFigures: trader.performance.since !== null && trader.performance.is_ea_verified,
    isReal: trader.is_real_account,
  })
  const { checked, unchecked } = levelSentence(level, cause)
  return (
    <section className="mb-2 rounded-md bg-sunken px-3.5 py-3 text-ui">
      <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">{levelLabels[level]}</h3>
      <p className="mt-1 text-ink-2">{checked}</p>
      {match && <ExternalMatch match={match} />}
      {match && level === 'L1' && (
        <p className="mt-1 text-ink-2">Da solo il riscontro non alza il livello: manca la titolarità provata.</p>
      )}
      <p className="mt-1 text-ink-3">
        {unchecked} <a href="/risk/index.html#controlli">Limiti dei controlli</a>
      </p>
    </section>
  )
}

/** The weight of the history from before the first sync. */
function importedText({ external_match: match, performance: { imported } }: Trader): string {
  if (imported?.counts !== true) {
    return 'Precede la prima sincronizzazione: lo dichiara il terminale, nessuno lo ha osservato. Non conta in classifica.'
  }
  const until = match ? `, fino al ${format.date(match.valid_until)}` : ''
  return `Precede la prima sincronizzazione. Una fonte esterna lo conferma: conta in classifica finché vale il riscontro${until}.`
}

/** The first digits of the head, as the advisor's panel shows them, with a link to the page that checks the whole chain. */
function syncLedger({ ledger, username }: Trader) {
  if (ledger.head === null) return null
  return (
    <>
      <a className="font-mono text-label whitespace-nowrap" href={ledgerAddress(username)}>
        {ledger.head.slice(0, 16)}
      </a>
      <span className="block font-normal text-ink-3">{format.counted(ledger.length, 'voce', 'voci')}</span>
    </>
  )
}

/** The kind of account is unknown before the first complete history. */
function accountOf(trader: Trader): string {
  const { platform, is_real_account: isReal } = trader
  if (platform === null) return format.MISSING
  return accountStatus(trader) === 'importing' ? platform : `${platform} ${isReal ? 'Real' : 'Demo'}`
}

/** The observed days, and those of an imported history that counts. `days_count` is the sum of both. */
function daysOf({ performance: { since, days_count: all, imported } }: Trader, { daily }: Performance) {
  const last = daily.at(-1)?.date
  if (all === null || since === null || last === undefined || imported?.counts !== true)
    return { observed: all, imported: null }
  const observed = dayOfText(last) - utcDay(Date.parse(since)) + 1
  return { observed, imported: Math.max(0, all - observed) }
}

function observedSince({ performance: { since } }: Trader, days: number | null): string {
  if (since === null) return format.MISSING
  return days === null ? utcDate(since) : `${utcDate(since)} (${format.days(days)})`
}

function ledgerLabel({ ledger, currency }: Performance): string | null {
  if (ledger === null) return null
  const { late_records: late, revised_records: revised, unexplained } = ledger
  const exceptions = [
    late > 0 && `${format.count(late)} in ritardo`,
    revised > 0 && format.counted(revised, 'modificato', 'modificati'),
  ].filter((text) => text !== false)
  const records = [format.counted(ledger.records, 'movimento', 'movimenti'), ...exceptions].join(', ')
  if (ledger.matches_terminal) return `Coincide con il terminale: ${records}`
  const gap =
    unexplained === null || unexplained === 0 ? '' : `, ${format.signedAmount(unexplained, currency)} da spiegare`
  return `Non coincide con il terminale: ${records}${gap}`
}

function External({ trader }: { trader: Trader }) {
  if (!trader.has_myfxbook || trader.myfxbook_url === null) return 'Non collegata'
  return (
    <>
      <a href={trader.myfxbook_url} {...tradersLink}>
        MyFxBook <ExternalLink className="inline align-[-0.1em]" size={13} strokeWidth={2} aria-hidden />
      </a>
      , {outsideCheckText(isComparedPage(trader.myfxbook_url, trader.external_match))}
    </>
  )
}
