import { expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { replacedTokenMessage, syncRefusals } from '#features/ea/sync-contract.ts'
import { sharedTokenMessage } from '#features/ea/rules/reception/messages.ts'

/** The specification fixes these sentences letter by letter. */
const fixed: readonly string[] = [
  'Accesso non autorizzato',
  'Credenziali non valide',
  'Nome utente già in uso',
  'Trader non trovato',
  'Vetrina non trovata',
  'Sito in manutenzione. Torneremo presto!',
  'File troppo grande. Massimo 2MB',
  'File troppo grande. Massimo 10MB',
  'Solo file PDF sono supportati',
]

/** An imperative to the reader, a need, a bound to keep, or the word that nothing is to be done. */
const instruction = new RegExp(
  String.raw`\b(?:${[
    'accedi|accorcia|aggiungil[io]|aspetta|assegnane|attendi|attivalo|cancella|carica|chiedi|chiedine|chiedigliela|collega',
    'confronta|controlla|guarda|incolla|inserisci|invia|lascia|lascialo|leggi|libera|modifica|preparalo|rigenera|rileggi|rileggila',
    'riattivalo|riavvialo|ricarica|riducila|rimetti|rinnova|riprova|salvane|scarica|scegli|scegline|scrivi|torna|usa|usane',
    'fagli togliere|serve|deve|non serve altro|riprova da solo|nuovo tentativo',
  ].join('|')})\b`,
  'i',
)

test('every refusal says what to do next, unless the specification fixes its sentence', () => {
  const sentences = [
    ...Object.values(errors).map(([, sentence]) => sentence),
    ...Object.values(syncRefusals).map(([, sentence]) => sentence),
    replacedTokenMessage,
    sharedTokenMessage,
  ]
  expect(sentences.filter((one) => !fixed.includes(one) && !instruction.test(one))).toEqual([])
  // The list holds no sentence that says it anyway, or that nothing answers.
  expect(fixed.filter((one) => !sentences.some((sentence) => sentence === one) || instruction.test(one))).toEqual([])
})
