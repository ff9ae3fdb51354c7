import * as z from 'zod/mini'
import { platforms } from '#shared/platforms.ts'

/** Blank and missing cells are zero. */
const amount = z.pipe(
  z.optional(z.nullable(z.number())),
  z.transform((value) => value ?? 0),
)
const price = z.optional(z.nullable(z.number()))
const text = z.optional(z.nullable(z.string()))

const operation = z.object({
  ticket: z.string(),
  time: z.string(),
  printed_type: z.string(),
  amount: z.number(),
  comment: text,
})

const order = z.object({
  ticket: z.string(),
  open_time: z.string(),
  type: z.enum(['buy', 'sell']),
  volume: z.number(),
  symbol: z.string(),
  open_price: z.number(),
  sl: price,
  tp: price,
  commission: amount,
  taxes: amount,
  swap: amount,
  profit: amount,
  magic: text,
  comment: text,
})

const closedOrder = z.extend(order, { close_time: z.string(), close_price: z.number() })
const openOrder = z.extend(order, { current_price: price })

const deal = z.object({
  ticket: z.string(),
  time: z.string(),
  symbol: text,
  type: z.string(),
  direction: text,
  volume: z.optional(z.nullable(z.number())),
  price,
  order: text,
  commission: amount,
  fee: amount,
  swap: amount,
  profit: amount,
  comment: text,
})

const accountFile = z.object({
  schema: z.literal('metatrader-account/1'),
  id: z.string(),
  platform: z.enum(platforms),
  account: z.object({
    number: z.string(),
    mode: z.string(),
    currency: z.string(),
    leverage: z.optional(z.nullable(z.number())),
    company: z.optional(z.nullable(z.string())),
    server: z.optional(z.nullable(z.string())),
    position_mode: text,
  }),
  balance_operations: z.array(operation),
  closed_trades: z.array(closedOrder),
  open_trades: z.array(openOrder),
  deals: z.optional(z.array(deal)),
  statement_summary: z.object({
    balance: z.number(),
    equity: z.number(),
    credit_facility: amount,
    margin: amount,
    free_margin: z.optional(z.nullable(z.number())),
  }),
})

/** One trading account as a saved MetaTrader statement prints it, with its times (server time without zone). */
export type AccountFile = z.output<typeof accountFile>
export type FileOpenOrder = z.output<typeof openOrder>
export type FileDeal = z.output<typeof deal>

/** Reads an account file. Throws a SyntaxError with one sentence that names the first errors. */
export function readAccountFile(content: string): AccountFile {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new SyntaxError('Il file non è JSON.')
  }
  const result = accountFile.safeParse(json)
  if (!result.success) {
    const errors = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
    throw new SyntaxError(`Il file non ha la forma "metatrader-account/1": ${errors.join('; ')}.`)
  }
  if (result.data.platform === 'MT5' && result.data.deals === undefined) {
    throw new SyntaxError('Il file di un conto MT5 deve elencare i deal.')
  }
  return result.data
}

/** Broker wall-clock seconds of a printed time such as `2020.02.06 15:57:15`. Throws a SyntaxError on any other form. */
export function brokerSeconds(printed: string): number {
  const parts = /^(\d{4})\.(\d{2})\.(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/.exec(printed)
  if (parts === null) throw new SyntaxError(`"${printed}" non è un orario di MetaTrader.`)
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0))
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000
}
