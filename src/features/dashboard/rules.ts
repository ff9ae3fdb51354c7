import { limitedSession } from '#features/auth/texts.ts'
import { maskedNumber } from '#features/ea/account-number.ts'
import { DAY_MS } from '#shared/dates.ts'
import { date } from '#shared/format/format.ts'

/** The end of a plan is announced from this many days before it. */
const noticeDays = 7

/** The binding of another account than the registered one is announced for this long. */
export const replacedNoticeMs = 30 * DAY_MS

export interface DashboardState {
  /** An admin's session without the second factor that admins must have. */
  isLimited: boolean
  /** The e-mail whose proof is awaited; null where none is. */
  unprovenEmail: string | null
  /** End of the place in the ranking, milliseconds UTC; null where there never was a plan. */
  leaderboardExpires: number | null
  lastError: string | null
  /** How old the last sync is; null without an account. */
  connection: 'connected' | 'warning' | 'disconnected' | null
  /** Null without an account. */
  tradeMode: 'real' | 'demo' | 'contest' | null
  /** A case keeps the account out of the ranking; `upheld` once nothing is left to decide. */
  held: 'open' | 'upheld' | null
  /** The first day by which a case waits for the owner's answer, milliseconds UTC; null where none does. */
  replyBy: number | null
  /** The account named at registration, when another one was bound in its place lately. */
  replaced: { server: string; number: string } | null
}

export const warningCodes = [
  'second_factor_missing',
  'email_unproven',
  'under_review',
  'review_upheld',
  'case_open',
  'no_plan',
  'plan_expired',
  'plan_expiring',
  'sync_refused',
  'sync_late',
  'demo_account',
  'account_replaced',
] as const
type WarningCode = (typeof warningCodes)[number]

/** The warnings for the owner, most urgent first. */
export function warningsOf(state: DashboardState, now: number): { code: WarningCode; message: string }[] {
  const warnings: { code: WarningCode; message: string }[] = []
  const { leaderboardExpires: expires } = state
  if (state.isLimited) {
    warnings.push({
      code: 'second_factor_missing',
      message: limitedSession,
    })
  }
  if (state.unprovenEmail !== null) {
    warnings.push({
      code: 'email_unproven',
      message: `Apri il link che abbiamo inviato a ${state.unprovenEmail}: finché non confermi, il tuo profilo non è pubblico e non entri in classifica. Piani e sincronizzazioni funzionano già.`,
    })
  }
  if (state.held === 'open') {
    warnings.push({
      code: 'under_review',
      message:
        'Il tuo conto è in verifica e fuori dalla classifica finché qualcuno non decide: leggi perché, e rispondi.',
    })
  }
  if (state.held === 'upheld') {
    warnings.push({
      code: 'review_upheld',
      message: 'Una segnalazione è stata confermata: il tuo conto resta fuori dalla classifica. Leggi la decisione.',
    })
  }
  if (state.held === null && state.replyBy !== null) {
    const day = date(state.replyBy)
    const until =
      state.replyBy > now
        ? ` entro il ${day}`
        : `: il termine è passato il ${day}, ma la risposta vale fino alla decisione`
    warnings.push({
      code: 'case_open',
      message: `Sul tuo conto c’è una segnalazione da spiegare: leggi che cosa si è visto e rispondi${until}.`,
    })
  }
  if (expires === null) {
    warnings.push({
      code: 'no_plan',
      message: 'Non hai un piano attivo: attiva Basic Leaderboard per entrare in classifica.',
    })
  } else if (expires <= now) {
    const gain = state.tradeMode === null ? 'collegare il conto' : 'tornare in classifica'
    warnings.push({ code: 'plan_expired', message: `Il tuo piano è scaduto: rinnovalo per ${gain}.` })
  } else if (expires - now <= noticeDays * DAY_MS) {
    const days = Math.ceil((expires - now) / DAY_MS)
    const left = days === 1 ? 'un giorno' : `${days} giorni`
    warnings.push({ code: 'plan_expiring', message: `Il tuo piano scade tra meno di ${left}.` })
  }
  if (state.lastError !== null) {
    warnings.push({ code: 'sync_refused', message: `Ultima sincronizzazione rifiutata: ${state.lastError}` })
  }
  if (state.connection === 'warning' || state.connection === 'disconnected') {
    const since = state.connection === 'warning' ? '15 minuti' : '24 ore'
    warnings.push({ code: 'sync_late', message: `L’Expert Advisor non sincronizza da oltre ${since}.` })
  }
  if (state.tradeMode !== null && state.tradeMode !== 'real') {
    warnings.push({
      code: 'demo_account',
      message: 'Il conto collegato è demo: compare in classifica senza posizione.',
    })
  }
  if (state.replaced !== null) {
    const { server, number } = state.replaced
    warnings.push({
      code: 'account_replaced',
      message: `Il conto collegato non è quello indicato alla registrazione (${server}, ${maskedNumber(number)}): ora vale quello collegato.`,
    })
  }
  return warnings
}
