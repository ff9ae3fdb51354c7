import type { AdminCase } from '../cases.ts'

export type Decision = 'cleared' | 'upheld'

/** The effect of a decision on the profile and the place in the ranking, and what the trader reads of it. */
export function effectOf(decision: Decision, one: Pick<AdminCase, 'audience' | 'holds' | 'status'>): string {
  const { audience } = one
  const sentences = [
    audience === 'public' && profileTexts[decision],
    one.holds ? placeText(decision, one.status) : 'Il posto in classifica non cambia.',
    audience === 'silent' ? 'Il trader non ne legge nulla.' : 'Il trader legge il motivo.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

const profileTexts: Record<Decision, string> = {
  cleared: 'La segnalazione sparisce dal profilo.',
  upheld: 'La segnalazione resta sul profilo.',
}

function placeText(decision: Decision, status: AdminCase['status']): string {
  if (decision === 'cleared') return 'Il conto torna in classifica, se nient’altro lo esclude.'
  return status === 'cleared' ? 'Il conto esce dalla classifica.' : 'Il conto resta fuori classifica.'
}

/** The text in the place of a missing answer. */
export function noReplyText(one: Pick<AdminCase, 'audience' | 'status'>): string {
  if (one.audience === 'silent') return 'Nessuna: il trader non vede questa segnalazione e non può rispondere.'
  const isDecided = one.status === 'cleared' || one.status === 'upheld'
  return isDecided ? 'Nessuna.' : 'Nessuna, per ora. Può rispondere fino alla decisione.'
}
