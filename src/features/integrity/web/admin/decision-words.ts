import { catalogue, type FindingCode } from '#features/integrity/catalogue.ts'
import type { AdminCase } from '../cases.ts'

export type Decision = 'cleared' | 'upheld'

/** Who reads a finding; one that this page does not know is taken for what everybody reads. */
export function audienceOf({ code }: Pick<AdminCase, 'code'>) {
  return Object.hasOwn(catalogue, code) ? catalogue[code as FindingCode].audience : 'public'
}

/** What a decision will do: to the profile, to the place in the ranking, and what the trader learns of it. */
export function effectOf(decision: Decision, one: Pick<AdminCase, 'code' | 'holds' | 'status'>): string {
  const audience = audienceOf(one)
  const sentences = [
    audience === 'public' && profileWords[decision],
    one.holds ? placeWords(decision, one.status) : 'Il posto in classifica non cambia.',
    audience === 'silent' ? 'Il trader non ne legge nulla.' : 'Il trader legge il motivo.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

const profileWords: Record<Decision, string> = {
  cleared: 'La segnalazione sparisce dal profilo.',
  upheld: 'La segnalazione resta sul profilo.',
}

function placeWords(decision: Decision, status: AdminCase['status']): string {
  if (decision === 'cleared') return 'Il conto torna in classifica, se nient’altro lo tiene fuori.'
  return status === 'cleared' ? 'Il conto esce dalla classifica.' : 'Il conto resta fuori classifica.'
}

/** What is known of the trader's answer where there is none. */
export function noReplyWords(one: Pick<AdminCase, 'code' | 'status'>): string {
  if (audienceOf(one) === 'silent') return 'Nessuna: il trader non vede questa segnalazione e non può rispondere.'
  const isDecided = one.status === 'cleared' || one.status === 'upheld'
  return isDecided ? 'Nessuna.' : 'Nessuna, per ora. Può rispondere fino alla decisione.'
}
