export const steps = [
  { title: 'Profilo', note: 'Nome, testo, immagini' },
  { title: 'Contenuti', note: 'Link e contenuti' },
  { title: 'Call to Action', note: 'Pulsanti e testimonianze' },
  { title: 'Anteprima e Pubblicazione', note: 'Controlla e invia' },
] as const
export type StepNumber = 1 | 2 | 3 | 4

/** The step on which a path is edited. */
export function stepOf(path: string): 1 | 2 | 3 {
  const [group] = path.split('.')
  return group === 'profile' ? 1 : group === 'links' || group === 'content' ? 2 : 3
}

/** Address of a step; the first one needs no number. */
export function stepAddress(step: number): string {
  return step === 1 ? '/?view=showcase-editor' : `/?view=showcase-editor&step=${step}`
}
