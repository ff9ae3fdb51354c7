import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { lastTier } from '#features/subscriptions/rules.ts'
import type { Dashboard } from '../notices.ts'

type Reason = Dashboard['not_ranked_reasons'][number]

/** One condition for a place, `docs/ranking.md` 8.2. `unknown`: the first sync will show it. */
export interface Requirement {
  reason: Reason
  title: string
  state: 'met' | 'missing' | 'unknown'
  /** The step to take; null when nothing is missing. */
  advice: string | null
  link: { href: string; text: string } | null
}

const setup = { href: '#expert-advisor', text: 'Vai all’Expert Advisor' }

interface Texts {
  title: string
  advice: string
  link: Requirement['link']
}

const texts: Record<Reason, Texts> = {
  not_verified: {
    title: 'Storico arrivato per intero',
    advice: 'Arriva con le prime sincronizzazioni: segui i passi dell’Expert Advisor.',
    link: setup,
  },
  demo_account: {
    title: 'Conto reale',
    advice: 'Il conto collegato non è reale: si vede in fondo alla lista, senza posizione. Cambialo con uno reale.',
    link: { href: '/?view=account#conto', text: 'Cambia conto' },
  },
  no_active_plan: {
    title: 'Piano attivo',
    advice: 'Serve Basic Leaderboard o Diamond.',
    link: { href: subscribeAddress('basic'), text: 'Attiva Basic' },
  },
  no_sync: {
    title: 'Conto sincronizzato',
    advice: 'Non è ancora arrivata nessuna sincronizzazione completa: collega il terminale e lascialo aperto.',
    link: setup,
  },
  stale: {
    title: 'Sincronizzato nelle ultime 72 ore',
    advice: 'Il terminale non invia da più di 72 ore: riaprilo. Rientri da solo con la prima sincronizzazione.',
    link: setup,
  },
  no_trades: {
    title: 'Almeno un’operazione chiusa',
    advice: 'Conta la prima che chiudi dopo la prima sincronizzazione.',
    link: null,
  },
  inactive: {
    title: 'Attivo negli ultimi 90 giorni',
    advice: 'Serve un’operazione chiusa negli ultimi 90 giorni, o una posizione aperta.',
    link: null,
  },
  no_funds: {
    title: 'Capitale proprio sopra lo zero',
    advice: 'L’equity, senza il credito del broker, è a zero o sotto.',
    link: null,
  },
  under_review: {
    title: 'Nessuna verifica in corso che escluda il conto',
    advice: 'Una verifica tiene il conto fuori dalla classifica: leggi perché, e rispondi.',
    link: { href: '#verifica', text: 'Vai alla verifica' },
  },
}

const upheld: Texts = {
  title: texts.under_review.title,
  advice: 'Una segnalazione è stata confermata: il conto resta fuori dalla classifica.',
  link: { href: '#verifica', text: 'Vai alla decisione' },
}

/** Unknown before the first snapshot; the kind of account, before one is bound. */
const knownBySync: ReadonlySet<Reason> = new Set(['stale', 'no_trades', 'inactive', 'no_funds'])

type Known = Pick<Dashboard, 'not_ranked_reasons' | 'account' | 'warnings' | 'diamond_expires' | 'leaderboard_expires'>

/** Every condition for a place, in the order of the document. */
export function requirementsOf(known: Known): Requirement[] {
  const { not_ranked_reasons: reasons, account, warnings } = known
  const lastPlan = lastTier({ diamond: known.diamond_expires, leaderboard: known.leaderboard_expires })
  const isUpheld = warnings.some(({ code }) => code === 'review_upheld')
  const isUnsynced = reasons.includes('no_sync')
  return (Object.keys(texts) as Reason[]).map((reason) => {
    const { title, advice, link } = reason === 'under_review' && isUpheld ? upheld : texts[reason]
    if (reason === 'no_active_plan' && lastPlan !== null && reasons.includes(reason)) {
      const renewal = { href: subscribeAddress(lastPlan), text: 'Rinnova il piano' }
      return { reason, title, state: 'missing', advice: 'Il tuo piano è scaduto.', link: renewal }
    }
    if (reasons.includes(reason)) return { reason, title, state: 'missing', advice, link }
    const isUnknown = (isUnsynced && knownBySync.has(reason)) || (reason === 'demo_account' && account === null)
    if (!isUnknown) return { reason, title, state: 'met', advice: null, link: null }
    return { reason, title, state: 'unknown', advice: null, link: null }
  })
}
