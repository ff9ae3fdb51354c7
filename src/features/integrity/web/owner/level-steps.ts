import type { Own } from '../cases.ts'

export interface Step {
  text: string
  href?: string
  link?: string
}

/** What raises the level of an account from here. */
export function nextStep({ level, account, cases, ownership }: Own): Step {
  if (account === null) return { text: 'Collega il conto: basta la prima sincronizzazione dell’Expert Advisor.' }
  if (cases.some(({ status, holds }) => holds && status === 'upheld')) {
    return { text: 'Una verifica è stata confermata: leggi il motivo qui sotto. Se hai altro da dire, scrivici.' }
  }
  if (level === 'L0') return { text: 'Serve un conto reale che si sincronizza: i conti demo restano a questo livello.' }
  if (level === 'L3') return { text: 'Sei al livello più alto. Prima della scadenza chiedi un nuovo confronto.' }
  if (level === 'L2') {
    return {
      text: 'Chiedi un riscontro esterno: collega Myfxbook, FX Blue o MQL5 allo stesso conto e scrivici il link. Da quel momento conta anche lo storico precedente.',
    }
  }
  if (ownership.can_trade === false) {
    return {
      text: 'Accedi al terminale con la password principale, poi prova la titolarità.',
      href: '#titolarita',
      link: 'Come si fa',
    }
  }
  return { text: 'Prova la titolarità con un ordine pendente.', href: '#titolarita', link: 'Come si fa' }
}
