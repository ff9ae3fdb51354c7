import { Hourglass, ShieldCheck } from 'lucide-react'
import * as format from '#shared/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { Trader } from './types.ts'
import { reasonWords } from './words.ts'

/** Reasons that a notice of their own already tells. */
const toldElsewhere = new Set<Trader['not_ranked_reasons'][number]>([
  'demo_account',
  'no_active_plan',
  'no_sync',
  'not_verified',
  'under_review',
])

/** What the figures below are worth: verified, in review, demo, late, importing, lapsed. */
export function ProfileNotices({ trader }: { trader: Trader }) {
  const reasons = trader.not_ranked_reasons.filter((reason) => !toldElsewhere.has(reason))
  return (
    <div className="grid gap-3">
      <SourceNotice trader={trader} />
      {!trader.has_active_plan && (
        <Alert tone="warn" lead="Piano scaduto.">
          Il profilo resta visibile, fuori dalla classifica.
        </Alert>
      )}
      {reasons.length > 0 && (
        <Alert tone="info" lead="Fuori classifica.">
          {reasons.map((reason) => reasonWords[reason]).join(' ')}
        </Alert>
      )}
    </div>
  )
}

function SourceNotice({ trader }: { trader: Trader }) {
  if (trader.not_ranked_reasons.includes('under_review')) {
    return (
      <Alert tone="warn" lead="In verifica." icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}>
        Un controllo automatico ha fatto una segnalazione su questo conto: resta fuori classifica finché una persona non
        l’ha guardata. Il trader lo sa e può rispondere. Non è un giudizio su di lui.
      </Alert>
    )
  }
  const { since, last_ea_sync: synced, is_ea_verified: verified } = trader.performance
  if (since === null || !verified) {
    return (
      <Alert tone="info" lead="Importazione in corso.">
        Le cifre compaiono quando il terminale ha finito di inviare lo storico. Il registro parte da quel momento.
      </Alert>
    )
  }
  if (!trader.is_real_account) {
    return (
      <Alert tone="info" lead="DATI DEMO.">
        Il conto non usa denaro reale e non entra in classifica. Ultima sincronizzazione: {format.dateTime(synced)}.
      </Alert>
    )
  }
  if (trader.status === 'disconnected') {
    return (
      <Alert tone="warn" lead="Dati fermi.">
        Il terminale non si collega da più di 24 ore. Ultima sincronizzazione: {format.dateTime(synced)}.
      </Alert>
    )
  }
  return (
    <Alert tone="ok" lead="Dati verificati." icon={<ShieldCheck size={20} strokeWidth={1.75} aria-hidden />}>
      Letti dall’Expert Advisor sul conto{trader.platform === null ? '' : ` ${trader.platform}`}. Ultima
      sincronizzazione: {format.dateTime(synced)}.
    </Alert>
  )
}
