import { Crown, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { outsideCheckText } from '#features/integrity/level-texts.ts'
import type { Showcase } from '#features/showcases/contract.ts'
import * as format from '#shared/format/format.ts'
import { tradersLink } from '#web/outside-link.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SignedFigure } from '#web/ui/figures/Figures.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import type { Report } from './reports.ts'

/** Four key figures: return with its window and its risk, win rate, place, and the outside verification. */
export function KeyFigures({ showcase, report }: { showcase: Showcase; report: Report }) {
  const { performance, verified } = showcase
  return (
    <KpiStrip>
      <Kpi
        label="ROI 90 giorni"
        figure={format.resultPercent(performance.roi_percentage)}
        result={performance.roi_percentage}
        note={`Drawdown Max ${format.drawdownPercent(performance.drawdown_max)}`}
      />
      <Kpi
        label="Win rate"
        figure={format.sharePercent(performance.win_rate)}
        note={`su ${format.counted(performance.total_trades, 'operazione', 'operazioni')}`}
      />
      <Place rank={showcase.current_rank} total={verified?.ranked_traders ?? null} />
      <OutsideCheck address={showcase.myfxbook_url} matched={showcase.myfxbook_matched} report={report} />
    </KpiStrip>
  )
}

const crowns: Record<number, string> = {
  1: 'show-crown show-crown-1',
  2: 'show-crown show-crown-2',
  3: 'show-crown show-crown-3',
}

function Place({ rank, total }: { rank: number | null; total: number | null }) {
  if (rank === null) return <Kpi label="Posizione" figure={format.MISSING} note="fuori classifica" />
  return (
    <div className="kpi">
      <dt>Posizione</dt>
      <dd className="kpi-figure">
        {rank <= 3 && <Crown className={crowns[rank]} size={24} strokeWidth={1.75} aria-hidden />}
        <SignedFigure text={`#${format.count(rank)}`} />
      </dd>
      {total !== null && <dd className="kpi-note">su {format.count(total)} trader</dd>}
    </div>
  )
}

const missing = 'MyFxBook non collegato per questo trader'

/** The button of the outside verification. Where there is none, a sentence says so before the click, and the click says it aloud. */
function OutsideCheck({ address, matched, report }: { address: string | null; matched: boolean; report: Report }) {
  const [isRequested, setRequested] = useState(false)
  const label = (
    <>
      <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
      Apri MyFxBook
    </>
  )
  return (
    <div className="kpi">
      <dt>Verifica esterna</dt>
      <dd className="show-check">
        {address === null ? (
          <Button onClick={() => setRequested(true)}>{label}</Button>
        ) : (
          <ButtonLink href={address} {...tradersLink} onClick={() => report({ type: 'myfx_click' })}>
            {label}
          </ButtonLink>
        )}
      </dd>
      <dd className="kpi-note">
        {address !== null && outsideCheckText(matched)}
        {/* An alert is announced when it comes, so the click makes a new one. */}
        {address === null && (isRequested ? <span role="alert">{missing}</span> : missing)}
      </dd>
    </div>
  )
}
