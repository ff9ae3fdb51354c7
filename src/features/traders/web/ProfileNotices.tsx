import { demoNotice } from '#features/integrity/level-texts.ts'
import { Hourglass, ShieldCheck } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { levelLabels } from '#shared/levels.ts'
import { accountStatus } from './account-status.ts'
import { plate } from './plates.ts'
import type { Performance, Trader } from './types.ts'
import { reasonTexts } from './texts.ts'

/** `tavola 4`, inside a sentence. */
const plateOf = (...name: Parameters<typeof plate>) => plate(...name).toLowerCase()

/** Reasons that another notice already explains. */
const shownElsewhere = new Set<Trader['not_ranked_reasons'][number]>([
  'demo_account',
  'no_active_plan',
  'no_sync',
  'not_verified',
  'under_review',
  'account_closed',
])

interface ProfileNoticesProps {
  trader: Trader
  /** The risk that stands before all else. */
  risk: Performance['figures']['alert']
}

/** The risk, and the state of the figures below: synced or proven, in review, demo, outdated, importing, lapsed. */
export function ProfileNotices({ trader, risk }: ProfileNoticesProps) {
  const isClosed = accountStatus(trader) === 'closed'
  const reasons = trader.not_ranked_reasons.filter(
    (reason) => !shownElsewhere.has(reason) && !isClosed && !(reason === 'stale' && saysStale(trader)),
  )
  return (
    <div className="grid gap-3">
      {risk !== null && (
        <Alert tone={risk.tone} lead={risk.lead}>
          {risk.text}
        </Alert>
      )}
      {trader.held !== null && <HeldNotice held={trader.held} />}
      {(trader.held === null || isClosed) && <SourceNotice trader={trader} />}
      {!trader.has_active_plan && (
        <Alert tone="warn" lead="Piano scaduto.">
          Il profilo resta visibile, fuori dalla classifica.
        </Alert>
      )}
      {reasons.length > 0 && (
        <Alert tone="info" lead="Fuori classifica.">
          {reasons.map((reason) => reasonTexts[reason]).join(' ')}
        </Alert>
      )}
    </div>
  )
}

/** Old data have one notice: that of a real account says what follows for the ranking. */
function saysStale(trader: Trader): boolean {
  return trader.held === null && accountStatus(trader) === 'real' && trader.status === 'disconnected'
}

function SourceNotice({ trader }: { trader: Trader }) {
  const { last_ea_sync: synced } = trader.performance
  switch (accountStatus(trader)) {
    case 'closed':
      return (
        <Alert tone="info" lead="Conto chiuso.">
          Il trader ha chiuso il conto e non ne ha ancora collegato un altro. Le cifre finali restano nella{' '}
          {plateOf('verification')}.
        </Alert>
      )
    case 'importing':
      return (
        <Alert tone="info" lead="Importazione in corso.">
          Le cifre compaiono quando il terminale ha finito di inviare lo storico. Il registro parte da quel momento.
        </Alert>
      )
    case 'demo':
      return (
        <Alert tone="info" lead={demoNotice.lead}>
          {demoNotice.text} Ultima sincronizzazione: {format.dateTime(synced)}.
        </Alert>
      )
    case 'real':
      return <RealNotice trader={trader} />
  }
}

function RealNotice({ trader }: { trader: Trader }) {
  const { status, platform, performance, verification_level: level } = trader
  const synced = format.dateTime(performance.last_ea_sync)
  if (status === 'disconnected') {
    return (
      <Alert tone="warn" lead="Dati fermi.">
        {trader.not_ranked_reasons.includes('stale')
          ? `${reasonTexts.stale} Finché non torna, il trader è fuori classifica.`
          : 'Il terminale non si collega da più di 24 ore.'}{' '}
        Ultima sincronizzazione: {synced}.
      </Alert>
    )
  }
  // Green with a shield is for proof by a person or by an act of the owner.
  const isProven = level === 'L2' || level === 'L3'
  return (
    <Alert
      tone={isProven ? 'ok' : 'info'}
      lead={`${levelLabels[level]}.`}
      {...(isProven && { icon: <ShieldCheck size={20} strokeWidth={1.75} aria-hidden /> })}
    >
      Cifre lette dall’Expert Advisor sul conto{platform === null ? '' : ` ${platform}`}. La {plateOf('verification')}{' '}
      dice che cosa abbiamo controllato. Ultima sincronizzazione: {synced}.
    </Alert>
  )
}

/** A case waits for a person's decision, or a person has decided it. */
function HeldNotice({ held }: { held: NonNullable<Trader['held']> }) {
  if (held === 'upheld') {
    return (
      <Alert tone="warn" lead="Segnalazione confermata.">
        Una persona ha guardato i dati di questo trader e lo esclude dalla classifica. Il trader conosce il motivo.
      </Alert>
    )
  }
  return (
    <Alert tone="warn" lead="In verifica." icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}>
      Un controllo automatico ha fatto una segnalazione: il trader resta fuori classifica finché una persona non decide.
      Lo sa e può rispondere. Non è un giudizio su di lui.
    </Alert>
  )
}
