import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { speakItalian } from './sentences.ts'

speakItalian()

const sentenceOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.object({ a: z.string() }), {}, 'Campo obbligatorio.'],
  [z.string(), null, 'Campo obbligatorio.'],
  [z.string().check(z.minLength(1)), '', 'Campo obbligatorio.'],
  [z.string(), ['a', 'b'], 'Deve essere un testo.'],
  [z.int(), 1.5, 'Deve essere un numero intero.'],
  [z.number(), 'x', 'Deve essere un numero.'],
  [z.boolean(), 'x', 'Deve essere true o false.'],
  [z.array(z.string()), {}, 'Deve essere una lista.'],
  [z.object({}), [], 'Deve essere un oggetto.'],
  [z.enum(['MT4', 'MT5']), 'MT6', 'Valore non ammesso: scegli tra MT4, MT5.'],
  [z.enum(['MT4', 'MT5']), undefined, 'Campo obbligatorio.'],
  [z.literal(true), false, 'Valore non ammesso: scegli tra true.'],
  [z.string().check(z.minLength(3)), 'ab', 'Almeno 3 caratteri.'],
  [z.string().check(z.maxLength(3)), 'abcd', 'Al massimo 3 caratteri.'],
  [z.number().check(z.gte(2)), 1, 'Almeno 2.'],
  [z.number().check(z.gt(2)), 2, 'Più di 2.'],
  [z.number().check(z.lte(2)), 3, 'Al massimo 2.'],
  [z.number().check(z.lt(2)), 2, 'Meno di 2.'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Al massimo 1 elementi.'],
  [z.string().check(z.regex(/^a$/)), 'b', 'Formato non valido.'],
  [z.email(), 'b', 'Inserisci un indirizzo email valido.'],
  [z.guid(), 'b', 'Identificativo non valido: ricontrollalo.'],
  [z.union([z.string(), z.number()]), true, 'Valore non ammesso.'],
  [z.string('Scegli un paese.'), 1, 'Scegli un paese.'],
])('%#: an error has a sentence for people', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})
