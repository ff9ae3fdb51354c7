import { whyUnverified, type Unverified } from '../../level-texts.ts'
import { isDecided, type Own, type OwnCase } from '../cases.ts'
import { readDraft } from './drafts.ts'

export interface Step {
  text: string
  href?: string
  link?: string
}

/** Why the own account is at L0; null without an account, or where it is not. */
export function causeOf({ account, cases, level }: Own): Unverified | null {
  if (account === null || level !== 'L0') return null
  const isUpheld = cases.some(({ status, holds }) => holds && status === 'upheld')
  return whyUnverified({ hasFigures: account.is_synced, isReal: account.trade_mode === 'real', isUpheld })
}

/** The profile's level once ownership is proven. */
export const provenEffect = ({ match }: Own): string =>
  `Il tuo profilo dirà: ${match === null ? 'titolarità provata' : 'riscontro esterno'}.`

/** The steps that raise the level of an account from here. */
export function nextStep(own: Own): Step {
  const { level, account, ownership, held } = own
  if (held === 'open') {
    return { text: 'Rispondi alla verifica: finché è aperta il conto resta fuori classifica.' }
  }
  if (held === 'upheld') {
    return { text: 'Leggi il motivo della decisione. Se hai altro da dire, scrivici.' }
  }
  if (account === null) return { text: 'Collega il conto: basta la prima sincronizzazione dell’Expert Advisor.' }
  if (level === 'L0') {
    return causeOf(own) === 'importing'
      ? { text: 'Tieni aperto il terminale finché lo storico è arrivato tutto.' }
      : { text: 'Serve un conto reale: i conti demo e quelli di gara restano a questo livello.' }
  }
  if (level === 'L3') return { text: 'Sei al livello più alto. Prima della scadenza chiedi un nuovo confronto.' }
  if (level === 'L2') {
    return {
      text: 'Chiedi un riscontro esterno: collega MyFxBook, FX Blue o MQL5 allo stesso conto e scrivici il link. Da quel momento conta anche lo storico precedente.',
    }
  }
  if (ownership.can_trade === false) {
    return {
      text: 'Accedi al terminale con la password principale, poi prova la titolarità.',
      href: '#titolarita',
      link: 'Come si fa',
    }
  }
  return {
    text: `Prova la titolarità con un ordine pendente. ${provenEffect(own)}`,
    href: '#titolarita',
    link: 'Come si fa',
  }
}

/** Cases that are not folded away: those that wait, those that still hold the account, and those with a draft when they were decided. */
export function isOnTop(one: OwnCase): boolean {
  return !isDecided(one) || (one.holds && one.status === 'upheld') || readDraft(one.case_id) !== null
}
