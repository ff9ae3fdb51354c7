import { globSync, readFileSync } from 'node:fs'
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
    'accedi|accorcia|aggiungil[io]|aspetta|assegnane|attendi|attivalo|cancella|carica|chiedi|chiedine|completa|chiedigliela|collega',
    'confronta|controlla|controllala|guarda|incolla|inserisci|invia|lascia|lascialo|leggi|libera|modifica|preparalo|rigenera|rileggi|rileggila|rileggilo',
    'riattivalo|riavvialo|ricarica|riducila|rimetti|rinnova|riprova|salvane|scarica|scegli|scegline|scrivi|segui|torna|usa|usane',
    'fagli togliere|fai togliere|serve|deve|devono|non serve altro|riprova da solo|nuovo tentativo',
  ].join('|')})\b`,
  'i',
)

/** The sentences that stand beside their calls of `fail`; those that begin with one of the table are that one. */
const detailsInPlace = globSync('src/**/server/**/*.ts')
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\bfail\(\s*'[A-Z_]+',\s*\{[^{}]*?\bdetail: (['`])(?!\$\{errors\.)([^'`]+)\1/g,
      ),
    ].map(([, , sentence = '']) => sentence),
  )

test('every refusal says what to do next, unless the specification fixes its sentence', () => {
  const sentences = [
    ...Object.values(errors).map(([, sentence]) => sentence),
    ...Object.values(syncRefusals).map(([, sentence]) => sentence),
    replacedTokenMessage,
    sharedTokenMessage,
    ...detailsInPlace,
  ]
  expect(detailsInPlace.length).toBeGreaterThan(15)
  expect(sentences.filter((one) => !fixed.includes(one) && !instruction.test(one))).toEqual([])
  // The list holds no sentence that says it anyway, or that nothing answers.
  expect(fixed.filter((one) => !sentences.some((sentence) => sentence === one) || instruction.test(one))).toEqual([])
})
