import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { count, instant, integerText } from '#shared/wire.ts'

/** Entries of one answer. */
export const ledgerPage = 1000

export const getSyncLedger = endpoint({
  method: 'GET',
  path: '/api/trader/:username/ledger',
  access: 'public',
  summary: 'Registro delle sincronizzazioni di un conto: una catena di impronte che chiunque può ricalcolare',
  params: z.object({ username: z.string().check(z.maxLength(64)) }),
  query: z.object({
    /** Where a page begins: 1000, 2000 … */
    after: z.optional(
      integerText(0, 1_000_000_000).check(
        z.refine((after) => after % ledgerPage === 0, `Un multiplo di ${ledgerPage}.`),
      ),
    ),
    /** One of the trader's accounts, closed ones too; the one that the profile shows where left out. */
    account: z.optional(z.guid()),
  }),
  response: z.object({
    trader_id: z.string(),
    username: z.string(),
    display_name: z.string(),
    length: count,
    head: z.nullable(z.string()),
    at: z.nullable(instant),
    entries: z.array(
      z.object({
        n: count,
        at: instant,
        records: count,
        records_digest: z.string(),
        /** The hashed text of the figures. Null where the owner hides amounts: then only their digest is public. */
        figures: z.nullable(z.string()),
        figures_digest: z.string(),
        hash: z.string(),
      }),
    ),
    next_after: z.nullable(count),
  }),
  errors: ['TRADER_NOT_FOUND'],
})
