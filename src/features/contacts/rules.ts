/** Every missing field has the same sentence. */
export const incomplete = 'Tutti i campi sono obbligatori'

/** Subjects of a message: the keys are sent, the labels are shown. */
export const subjectLabels = {
  'supporto-tecnico': 'Assistenza tecnica',
  'problemi-pagamento': 'Problemi di pagamento',
  'account-issues': 'Problemi con l’account',
  'feature-request': 'Suggerimento',
  'domanda-generale': 'Domanda generale',
  altro: 'Altro',
} as const
export type Subject = keyof typeof subjectLabels

export const subjects = Object.keys(subjectLabels) as [Subject, ...Subject[]]

export function isSubject(value: string | null): value is Subject {
  return value !== null && Object.hasOwn(subjectLabels, value)
}

/** Longest texts, in characters. */
export const longest = { name: 100, email: 254, message: 5_000 }

/** No person reads and fills four fields faster; milliseconds. */
const fastestMs = 2_000

interface Traps {
  /** A field that people do not see. */
  extra_notes: string
  /** Milliseconds from the form's first appearance to the send, as the page measures it; null from other clients. */
  elapsed_ms: number | null
}

/** Whether a program filled the form: its message is answered like any other, and not stored. */
export function isAutomated({ extra_notes, elapsed_ms: elapsed }: Traps): boolean {
  return extra_notes !== '' || (elapsed !== null && elapsed < fastestMs)
}

const retentionMonths = 12

/** Messages written before this moment are removed; both in milliseconds UTC. */
export function retainedSince(now: number): number {
  const moment = new Date(Math.floor(now))
  moment.setUTCMonth(moment.getUTCMonth() - retentionMonths)
  return moment.getTime()
}
