import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import * as z from 'zod/mini'
import { StartFault } from './start-fault.ts'

const text = z.string()
const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'deve essere un numero intero')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(minimum, `almeno ${minimum}`), z.lte(maximum, `al massimo ${maximum}`)),
    ),
  )
const webAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value)
    return url !== null && ['http:', 'https:'].includes(url.protocol)
  }, 'deve essere un indirizzo http o https'),
)
const oneOf = <const T extends readonly string[]>(...values: T) => z.enum(values, `deve essere ${values.join(' o ')}`)

/** How many proxies stand before us (a number), or their addresses; none of their headers is believed otherwise. */
const trustedProxies = z.pipe(
  z.string(),
  z.transform((value): false | number | string => {
    if (value === 'off' || value === '0') return false
    return /^\d+$/.test(value) ? Number(value) : value
  }),
)

/** A JSON object of numbers; its names are checked by who uses them. */
const numbersByName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value): unknown => {
      try {
        return JSON.parse(value)
      } catch {
        return null
      }
    }),
  ),
  z.record(z.string(), z.number('deve essere un numero'), 'deve essere un oggetto JSON di numeri'),
)

const origin = z.pipe(
  webAddress,
  z.transform((value) => value.replace(/\/+$/, '')),
)

/** Every variable that the product reads; `.env.example` explains them one by one. */
export const variables = z.object({
  HOST: z._default(text, '127.0.0.1'),
  /** 0 asks the system for a free one. */
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  /** Public origin without a trailing slash; `http://localhost:PORT` where absent. */
  APP_URL: z.optional(origin),
  DATA_DIR: z.pipe(
    z._default(text, './data'),
    z.transform((value) => resolve(value)),
  ),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/.+/, 'deve iniziare con postgres:// o postgresql://')),
  ),
  APP_ENV: z._default(oneOf('local', 'production'), 'local'),
  /** `id:key` in base64, 32 bytes each, several separated by commas: the first seals, all open. */
  SECRET_KEY: z.optional(text),
  ADMIN_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'deve essere un indirizzo e-mail'))),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'almeno 8 caratteri'))),
  MYFXBOOK_HOST: z._default(
    z.string().check(z.regex(/^[a-z0-9.-]+(:\d+)?$/i, 'deve essere un nome di host')),
    'myfxbook.com',
  ),
  RATE_LIMITS: z._default(oneOf('on', 'off'), 'on'),
  EA_MIN_INTERVAL_S: z._default(wholeNumber(0, 3600), 20),
  RATES_URL: z._default(webAddress, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  INTEGRITY_THRESHOLDS: z.optional(numbersByName),
  /** Which provider makes the checkouts; `sandbox` is played on a page of this site. */
  PAYMENTS_PROVIDER: z._default(oneOf('sandbox', 'nowpayments'), 'sandbox'),
  NOWPAYMENTS_API_URL: z._default(origin, 'https://api.nowpayments.io/v1'),
  NOWPAYMENTS_API_KEY: z.optional(text),
  NOWPAYMENTS_IPN_SECRET: z.optional(text),
  /** The dashboard login: needed to list payments, and so to reconcile by invoice. */
  NOWPAYMENTS_EMAIL: z.optional(text),
  NOWPAYMENTS_PASSWORD: z.optional(text),
  /** The coin in which the provider pays out, on a cheap network: minimums depend on it. */
  NOWPAYMENTS_PAYOUT: z._default(
    z.string().check(z.regex(/^[a-z0-9]{2,20}$/, 'deve essere una sigla come usdtbsc')),
    'usdtbsc',
  ),
  /** Where mail leaves; without it mail stays in the database, where admins read it. */
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\/.+/, 'deve iniziare con smtp:// o smtps://'))),
  MAIL_FROM: z._default(text, 'TopTrader <no-reply@localhost>'),
  SUPPORT_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'deve essere un indirizzo e-mail'))),
  /** Keeps uploaded files in a bucket in place of `DATA_DIR/uploads`; the keys are needed with it. */
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'deve essere il nome di un bucket')),
  ),
  /** Of stores that are not Amazon's. */
  S3_ENDPOINT: z.optional(origin),
  S3_REGION: z._default(text, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  /** X25519, 32 bytes in base64: backups are sealed for whoever has the private half, in place of SECRET_KEY. */
  BACKUP_PUBLIC_KEY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
          'deve essere una chiave X25519: 32 byte in base64 (npm run backup -- --new-key)',
        ),
      ),
  ),
  /** Where clamd listens: uploaded PDFs are shown to it first. */
  CLAMD_ADDRESS: z.optional(
    z.string().check(z.regex(/^(?:\/.+|[a-z0-9.-]+:\d{1,5})$/i, 'deve essere host:porta o il percorso di un socket')),
  ),
  TRUST_PROXY: z._default(trustedProxies, false),
  LOG_LEVEL: z._default(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'almeno 16 caratteri'))),
  /** `on`: whoever started this process starts it again when it ends, so that an admin may restart it. */
  SUPERVISED: z._default(oneOf('on', 'off'), 'off'),
})

/** The parsed environment, under the names of its variables. */
export type Config = Readonly<z.output<typeof variables> & { APP_URL: string }>

/** The shortest interval between two syncs of an advisor that production allows, in seconds. */
const productionIntervalSeconds = 20

/**
 * Parses the environment once. Empty variables count as absent.
 * @throws StartFault that lists every fault
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const parsed = variables.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (given['ADMIN_EMAIL'] !== undefined && given['ADMIN_PASSWORD'] === undefined) {
    faults.push('ADMIN_PASSWORD: manca, e ADMIN_EMAIL è indicata')
  }
  if (given['ADMIN_PASSWORD'] !== undefined && given['ADMIN_EMAIL'] === undefined) {
    faults.push('ADMIN_EMAIL: manca, e ADMIN_PASSWORD è indicata')
  }
  faults.push(...bucketFaults(given))
  if (given['APP_ENV'] === 'production') faults.push(...productionFaults(given))
  else if (given['PAYMENTS_PROVIDER'] === undefined && !isOwnMachine(given['APP_URL'])) {
    faults.push(
      'PAYMENTS_PROVIDER: manca, e APP_URL non è di questa macchina: indica nowpayments, oppure sandbox per una dimostrazione in cui i piani si attivano senza pagare',
    )
  }
  if (!parsed.success || faults.length > 0) {
    throw new StartFault(`La configurazione non è valida:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
  return { ...parsed.data, APP_URL: parsed.data.APP_URL ?? `http://localhost:${parsed.data.PORT}` }
}

/** Whether an address is only reached from the machine itself; one that is no address is told elsewhere. */
function isOwnMachine(address: string | undefined): boolean {
  const host = address === undefined ? undefined : URL.parse(address)?.hostname
  return host === undefined || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)
}

/** A bucket and its keys come together. */
function bucketFaults(given: Record<string, string>): string[] {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  if (given['S3_BUCKET'] !== undefined) {
    return keys.filter((name) => given[name] === undefined).map((name) => `${name}: manca, e S3_BUCKET è indicato`)
  }
  const alone = [...keys, 'S3_ENDPOINT'].filter((name) => given[name] !== undefined)
  return alone.length === 0 ? [] : [`S3_BUCKET: manca, e ${alone.join(', ')} senza bucket non serve`]
}

/** Production refuses whatever is only meant for one's own machine. */
function productionFaults(given: Record<string, string>): string[] {
  const faults: string[] = []
  if (given['SECRET_KEY'] === undefined) faults.push('SECRET_KEY: in produzione è obbligatoria')
  if (given['RATE_LIMITS'] === 'off') faults.push('RATE_LIMITS: in produzione non si può spegnere')
  if (Number(given['EA_MIN_INTERVAL_S'] ?? productionIntervalSeconds) < productionIntervalSeconds) {
    faults.push(`EA_MIN_INTERVAL_S: in produzione almeno ${productionIntervalSeconds}`)
  }
  if (given['PAYMENTS_PROVIDER'] === undefined) faults.push('PAYMENTS_PROVIDER: in produzione è obbligatoria')
  if (given['PAYMENTS_PROVIDER'] === 'sandbox') faults.push('PAYMENTS_PROVIDER: la sandbox in produzione non è ammessa')
  if (given['PAYMENTS_PROVIDER'] === 'nowpayments') {
    for (const name of ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET']) {
      if (given[name] === undefined) faults.push(`${name}: in produzione è obbligatoria con nowpayments`)
    }
  }
  const store = given['S3_ENDPOINT']
  if (store !== undefined && !store.startsWith('https://') && !isOwnMachine(store)) {
    faults.push('S3_ENDPOINT: in produzione deve iniziare con https://')
  }
  if (given['APP_URL'] === undefined) faults.push('APP_URL: in produzione è obbligatoria')
  else if (!given['APP_URL'].startsWith('https://')) faults.push('APP_URL: in produzione deve iniziare con https://')
  return faults
}

/** The process's environment, with what a `.env` file of the working folder adds. */
export function processEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) loadEnvFile('.env')
  return process.env
}
