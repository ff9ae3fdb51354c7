import * as z from 'zod/mini'
import { platforms } from '#shared/platforms.ts'
import { compiledObject } from '#shared/compiled-object.ts'
import { shortCheckedArray } from '#shared/short-checked-array.ts'
import { count } from '#shared/wire.ts'

/** The wire between advisor and server: `docs/ea-protocol.md`. Unknown keys are ignored, every error has a sentence. */

/** Largest body of a sync, in bytes. */
export const syncBodyLimit = 512 * 1024
/** The number of records that an advisor sends at once. */
export const syncBatch = 200
/** The most open positions that a request lists. */
export const listedPositions = 500
/** The most that advisors of version 1.0.0 list. */
export const listedByFirst = 200
/** The advisor version that this server serves, and the oldest that it accepts. */
export const latestAdvisor = '1.1.0'
export const oldestAdvisor = '1.0.0'
/** Every version that was ever published. */
export const officialAdvisors: readonly string[] = ['1.0.0', '1.1.0']

const said = (sentence: string) => ({
  error: ({ input }: { input?: unknown }): string => (input === undefined ? 'manca.' : sentence),
})

const amountLimit = 1e12
const lastSecond = 253_402_300_799

const amount = z
  .number(said('deve essere un numero finito.'))
  .check(z.gte(-amountLimit, 'è un importo impossibile.'), z.lte(amountLimit, 'è un importo impossibile.'))
/** Units of some symbols are worth almost nothing: a larger value is stored as the limit. */
const size = z.number(said('deve essere un numero finito.')).check(
  z.gte(0, 'non può essere negativo.'),
  z.overwrite((volume) => Math.min(volume, amountLimit)),
)
const whole = (maximum: number) =>
  z
    .int(said('deve essere un numero intero.'))
    .check(z.gte(0, 'non può essere negativo.'), z.lte(maximum, `può essere al massimo ${maximum}.`))
/** Broker wall-clock in seconds since 1970, without a zone. */
const brokerTime = whole(lastSecond)
const yesNo = z.boolean(said('deve essere true o false.'))
const pattern = (shape: RegExp, sentence: string) => z.string(said(sentence)).check(z.regex(shape, sentence))
/** Characters that PostgreSQL cannot hold (NUL, halves of a surrogate pair) are refused here, where a sentence can say so. */
const text = (maximum: number) =>
  z
    .string(said('deve essere un testo.'))
    .check(
      z.maxLength(maximum, `può avere al massimo ${maximum} caratteri.`),
      z.regex(/^[^\0\uD800-\uDFFF]*$/u, 'contiene caratteri non ammessi.'),
    )
/** Within the column's range. Brokers write "unlimited" as a leverage of thousands of millions. */
const leverage = z
  .int(said('deve essere un numero intero.'))
  .check(z.overwrite((value) => Math.min(Math.max(value, 0), 2 ** 31 - 1)))
const name = (maximum: number) => text(maximum).check(z.regex(/\S/, 'non può essere vuoto.'))
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, said(`deve essere uno di: ${values.filter((value) => value !== '').join(', ')}.`))
/** Tickets pass 2^53, so they travel as digits. */
const ticket = pattern(/^(?:0|[1-9]\d{0,19})$/, 'deve essere un numero scritto come testo.')
const magic = z.optional(pattern(/^-?\d{1,20}$/, 'deve essere un numero scritto come testo.'))

const position = compiledObject(
  {
    id: ticket,
    ticket: z.optional(ticket),
    symbol: text(64),
    side: oneOf(['buy', 'sell']),
    volume: size,
    open_time: brokerTime,
    open_price: amount,
    price: amount,
    sl: z.optional(amount),
    tp: z.optional(amount),
    profit: amount,
    swap: amount,
    /** MT4 alone; advisors before this field leave it out. No open position is paid one: more than 0 would pass for a result. */
    commission: z.optional(amount.check(z.overwrite((charged) => Math.min(charged, 0)))),
    magic,
  },
  said('deve essere un oggetto.'),
)

const mt4Order = compiledObject(
  {
    ticket,
    type: oneOf(['buy', 'sell', 'balance', 'credit']),
    symbol: text(64),
    lots: size,
    open_time: brokerTime,
    open_price: amount,
    close_time: brokerTime,
    close_price: amount,
    sl: z.optional(amount),
    tp: z.optional(amount),
    profit: amount,
    swap: amount,
    commission: amount,
    magic,
    comment: z.optional(text(256)),
  },
  said('deve essere un oggetto.'),
)

const mt5Deal = compiledObject(
  {
    ticket,
    order: z.optional(ticket),
    position: ticket,
    time: brokerTime,
    /** Milliseconds within the second. */
    msc: z.optional(whole(999)),
    /** MetaTrader's deal types in small letters: buy, sell, balance, credit, charge, correction, bonus, commission, interest, dividend, tax … */
    type: pattern(/^[a-z][a-z0-9_]{0,31}$/, 'deve essere il tipo del deal in minuscolo.'),
    entry: oneOf(['in', 'out', 'inout', 'out_by', '']),
    symbol: text(64),
    volume: size,
    price: amount,
    profit: amount,
    swap: amount,
    commission: amount,
    fee: amount,
    sl: z.optional(amount),
    tp: z.optional(amount),
    magic,
    reason: z.optional(text(32)),
    comment: z.optional(text(256)),
  },
  said('deve essere un oggetto.'),
)

/** As many records as a body within its limit can hold. */
const list = <T extends z.ZodMiniType>(item: T, maximum: number) =>
  shortCheckedArray(item, said('deve essere una lista.')).check(
    z.maxLength(maximum, `può avere al massimo ${maximum} elementi.`),
  )

const history = z.discriminatedUnion(
  'kind',
  [
    compiledObject({ kind: z.literal('mt4_orders'), more: yesNo, items: list(mt4Order, 5_000) }),
    compiledObject({ kind: z.literal('mt5_deals'), more: yesNo, items: list(mt5Deal, 5_000) }),
  ],
  said('deve essere mt4_orders o mt5_deals.'),
)

export const syncRequest = compiledObject(
  {
    v: z.literal(1, said('deve essere 1.')),
    ea: compiledObject(
      {
        version: pattern(/^\d{1,4}(?:\.\d{1,5}){0,3}$/, 'deve essere una versione come 1.0.0.'),
        platform: oneOf(platforms),
        build: whole(1e9),
      },
      said('deve essere un oggetto.'),
    ),
    sync: compiledObject(
      {
        boot: pattern(/^[\w-]{1,32}$/, 'deve avere da 1 a 32 lettere o cifre.'),
        seq: whole(Number.MAX_SAFE_INTEGER),
        reason: z.optional(text(32)),
        sent_gmt: z.optional(brokerTime),
      },
      said('deve essere un oggetto.'),
    ),
    account: compiledObject(
      {
        login: pattern(/^[1-9]\d{0,19}$/, 'deve essere il numero del conto scritto come testo.'),
        server: name(128),
        company: text(128),
        /** The broker's own spelling; a currency without a rate counts as unknown (`docs/ranking.md` 4). */
        currency: name(12).check(z.regex(/^[^\p{C}]*$/u, 'contiene caratteri non ammessi.')),
        digits: whole(8),
        leverage: z.optional(leverage),
        trade_mode: oneOf(['real', 'demo', 'contest']),
        margin_mode: z.optional(oneOf(['netting', 'exchange', 'hedging'])),
        trade_allowed: z.optional(yesNo),
      },
      said('deve essere un oggetto.'),
    ),
    time: compiledObject(
      {
        tick: brokerTime,
        tick_age: whole(1e10),
        server: z.optional(brokerTime),
        gmt: brokerTime,
        connected: yesNo,
      },
      said('deve essere un oggetto.'),
    ),
    snapshot: compiledObject(
      {
        balance: amount,
        /** A credit is never below 0, whatever the broker booked: less would pass for own money. */
        credit: amount.check(z.overwrite((lent) => Math.max(lent, 0))),
        equity: amount,
        floating: amount,
        margin: z.optional(amount),
        free: z.optional(amount),
        equity_low: z.optional(amount),
        equity_high: z.optional(amount),
        open_count: whole(1e6),
        positions: z.optional(list(position, listedPositions)),
      },
      said('deve essere un oggetto.'),
    ),
    /** Missed snapshots: broker time, balance, equity. */
    points: z.optional(list(z.tuple([brokerTime, amount, amount], said('deve essere [ora, balance, equity].')), 288)),
    ledger: compiledObject(
      { count: whole(1e9), net: amount, first: brokerTime, last: brokerTime },
      said('deve essere un oggetto.'),
    ),
    history,
    /** Pending orders whose comment starts with `TT-`. */
    orders: z.optional(list(compiledObject({ ticket, comment: text(256) }, said('deve essere un oggetto.')), 100)),
  },
  said('deve essere un oggetto.'),
).check(
  z.refine(({ ea, history: { kind } }) => (kind === 'mt4_orders') === (ea.platform === 'MT4'), {
    path: ['history', 'kind'],
    error: 'non è quello della piattaforma.',
  }),
)

export type SyncRequest = z.output<typeof syncRequest>
export type Mt4Order = z.output<typeof mt4Order>
export type Mt5Deal = z.output<typeof mt5Deal>
export type OpenPosition = z.output<typeof position>

export const syncAnswer = z.object({
  ok: z.literal(true),
  code: z.literal('OK'),
  /** Seconds until the next request, where the advisor has nothing more to send. */
  next_sync: count,
  /** The cursor of the next request's records (history_from, history_after): broker seconds and ticket. -1: nothing, 0: everything. */
  history_from: count,
  history_after: z.string(),
  batch: count,
  want_positions: z.boolean(),
  message: z.string(),
  level: z.enum(['info', 'warn']),
  latest_ea: z.string(),
  /** Length of the account's ledger of syncs, and the first 16 hexadecimal digits of its head. `docs/integrity.md`, ledger. */
  ledger_length: z.optional(count),
  ledger_head: z.optional(z.string()),
  /** Receipt time in seconds since 1970 UTC. */
  server_time: count,
})
export type SyncAnswer = z.output<typeof syncAnswer>

/** Every refusal of the sync: HTTP status, sentence on the chart, seconds to wait. `docs/ea-protocol.md`, errors. */
export const syncRefusals = {
  BAD_JSON: [400, 'Richiesta non leggibile: se si ripete, scarica di nuovo l’Expert Advisor.', 30],
  TOKEN_INVALID: [401, 'Token non valido: rigenera e incolla.', 3600],
  SUBSCRIPTION_REQUIRED: [
    402,
    'Abbonamento scaduto: apri il sito e rinnova il piano. La sincronizzazione riprende da sola.',
    1800,
  ],
  FORBIDDEN: [403, 'Account TopTrader disattivato: scrivi all’assistenza.', 1800],
  ACCOUNT_MISMATCH: [
    409,
    'Il token è legato a un altro conto: torna a quello, oppure usa «Cambia conto» sul sito.',
    3600,
  ],
  BATCH_TOO_LARGE: [413, 'Richiesta troppo grande: l’Expert Advisor riprova da solo con meno operazioni.', 5],
  INVALID: [422, 'Dati non validi: se si ripete, scarica di nuovo l’Expert Advisor.', 30],
  EA_TOO_OLD: [426, 'Expert Advisor superato: scarica la nuova versione.', 3600],
  TOO_MANY_REQUESTS: [
    429,
    'Troppe richieste: l’Expert Advisor riprova da solo. Se si ripete, tienilo su un solo terminale.',
    30,
  ],
  INTERNAL: [500, 'Errore interno: l’Expert Advisor riprova da solo. Se dura, scrivi all’assistenza.', 60],
  UNAVAILABLE: [
    503,
    'Servizio momentaneamente non disponibile: l’Expert Advisor riprova da solo. Se dura, controlla il sito.',
    30,
  ],
} as const satisfies Record<string, readonly [status: number, message: string, retryAfter: number]>
/** The owner of a replaced token reads this while a terminal still sends it; the terminal reads `TOKEN_INVALID`. */
export const replacedTokenMessage =
  'Il terminale invia ancora il token di prima, che non vale più: incolla quello nuovo.'

export type SyncRefusalCode = keyof typeof syncRefusals

/** Body of every refusal: the advisor's shape and the site's. */
export interface SyncRefusalBody {
  ok: false
  code: SyncRefusalCode
  message: string
  retry_after: number
  detail: string
  errors?: string[]
}
