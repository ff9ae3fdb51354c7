import type { ReactNode } from 'react'
import { lastSyncLabel } from '#features/ea/connection.ts'
import type { Showcase } from '#features/showcases/contract.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { dayOfText, dayText } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { Connection } from '#web/ui/Badge.tsx'
import { Delta } from '#web/ui/figures/Delta.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Sparkline } from '#web/ui/figures/Sparkline.tsx'

type VerifiedFigures = NonNullable<Showcase['verified']>

/** Figures that the owner cannot edit: return and risk side by side, their first day, and the level of the account. */
export function Verified({ showcase }: { showcase: Showcase }) {
  const { verified } = showcase
  return (
    <Panel
      title="Dati del registro"
      end={verified !== null && <Connection status={verified.status} />}
      foot={
        <>
          I rendimenti passati non garantiscono risultati futuri. Questi dati vengono dal registro: il trader non può
          modificarli. <a href="/how-it-works/index.html">Come sono calcolati</a> ·{' '}
          <a href={traderAddress(showcase.trader_username)}>Tutte le cifre nel profilo</a>
        </>
      }
    >
      {verified === null ? (
        <p className="show-note">Il registro non ha ancora dati di questo conto.</p>
      ) : (
        <Figures showcase={showcase} verified={verified} />
      )}
    </Panel>
  )
}

function Figures({ showcase, verified }: { showcase: Showcase; verified: VerifiedFigures }) {
  return (
    <>
      <dl className="show-figures">
        <Result label="ROI 30 giorni" value={verified.roi_30} />
        <Result label="ROI 90 giorni" value={verified.roi_90} />
        <Result
          label="ROI totale"
          value={verified.roi_total}
          note={verified.since === null ? undefined : `dal ${format.day(verified.since.slice(0, 10))}`}
        />
        <Risk label="Drawdown Max" value={verified.drawdown_max} />
        <Risk label="Drawdown attuale" value={verified.current_drawdown} />
        <div>
          <dt>Operazioni</dt>
          <dd>{format.count(showcase.performance.total_trades)}</dd>
        </div>
      </dl>
      <Growth points={verified.growth} />
      <dl className="show-facts">
        <Fact term="Verifica" value={levelLabels[showcase.verification_level ?? 'L0']} />
        {verified.held !== null && <Fact term="Stato" value={heldTexts[verified.held]} />}
        <Fact term="Storico" value={format.days(verified.days_count)} />
        <Fact
          term="Simboli più usati"
          value={verified.symbols.length === 0 ? format.MISSING : verified.symbols.join(', ')}
        />
        <Fact term={lastSyncLabel} value={format.dateTime(verified.last_ea_sync)} />
      </dl>
      {verified.findings.length > 0 && (
        <section className="show-flags">
          <h3>Segnalazioni</h3>
          <ul>
            {verified.findings.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const heldTexts: Record<NonNullable<VerifiedFigures['held']>, string> = {
  open: 'In verifica: fuori classifica finché una persona non ha deciso',
  upheld: 'Segnalazione confermata: fuori classifica',
}

function Result({ label, value, note }: { label: string; value: number | null; note?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Delta value={value} text={format.resultPercent(value)} size={11} />
      </dd>
      {note !== undefined && <dd className="show-since">{note}</dd>}
    </div>
  )
}

/** A drawdown measures risk and is no result, so it has its sign and no colour. */
function Risk({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{format.drawdownPercent(value)}</dd>
    </div>
  )
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The growth index of the shown days. Its first point is the value before them. */
function Growth({ points }: { points: VerifiedFigures['growth'] }) {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2 || first.index <= 0) return null
  const outcome = (last.index / first.index - 1) * 100
  const span = `dal ${format.day(dayText(dayOfText(first.date) + 1))} al ${format.day(last.date)}`
  return (
    <figure className="show-growth">
      <figcaption>Andamento {span}</figcaption>
      <Sparkline
        points={points.map(({ index }) => index / first.index)}
        width={640}
        height={110}
        hasStart
        label={`Andamento ${span}: ${format.resultPercent(outcome)}`}
      />
    </figure>
  )
}
