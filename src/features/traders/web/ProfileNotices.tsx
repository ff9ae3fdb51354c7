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
  'account_closed',
])

/** What the figures below are worth: verified, in review, demo, late, importing, lapsed. */
export function ProfileNotices({ trader }: { trader: Trader }) {
  const isClosed = trader.not_ranked_reasons.includes('account_closed')
  const reasons = trader.not_ranked_reasons.filter((reason) => !toldElsewhere.has(reason) && !isClosed)
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
  if (trader.not_ranked_reasons.includes('account_closed')) {
    return (
      <Alert tone="info" lead="Conto chiuso.">
        Il trader ha chiuso il conto e non ne ha ancora collegato un altro. Le cifre finali restano nella tavola 4.
      </Alert>
    )
  }
  if (trader.not_ranked_reasons.includes('under_review')) return <ReviewNotice trader={trader} />
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

/** Nobody has decided yet; or somebody did, and what is left of the level of a real account says so. */
function ReviewNotice({ trader: { verification_level: level, is_real_account: isReal } }: { trader: Trader }) {
  if (level === 'L0' && isReal) {
    return (
      <Alert tone="warn" lead="Segnalazione confermata.">
        Una persona ha guardato i dati di questo conto e lo tiene fuori classifica. Il trader conosce il motivo.
      </Alert>
    )
  }
  return (
    <Alert tone="warn" lead="In verifica." icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}>
      Un controllo automatico ha fatto una segnalazione: il conto resta fuori classifica finché una persona non decide.
      Il trader lo sa e può rispondere. Non è un giudizio su di lui.
    </Alert>
  )
}
