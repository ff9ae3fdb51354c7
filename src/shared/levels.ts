/** The verification of an account's data: L0 none, L1 synced data that passes the checks, L2 ownership proven, L3 matched from outside. */
export const levels = ['L0', 'L1', 'L2', 'L3'] as const
export type Level = (typeof levels)[number]

/** Names of the levels. */
export const levelLabels: Record<Level, string> = {
  L0: 'Dati non verificati',
  L1: 'Dati sincronizzati',
  L2: 'Titolarità provata',
  L3: 'Riscontro esterno',
}
