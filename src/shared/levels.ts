export type Level = 'L0' | 'L1' | 'L2' | 'L3'

/** What was checked of an account's data, in words. */
export const levelWords: Record<Level, string> = {
  L0: 'Dati non verificati',
  L1: 'Dati sincronizzati',
  L2: 'Titolarità provata',
  L3: 'Riscontro esterno',
}
