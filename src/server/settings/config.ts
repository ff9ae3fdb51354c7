import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { bech32 } from '@scure/base'
import * as z from 'zod/mini'
import { settingNotInteger } from '#shared/field-texts.ts'
import { relationErrors } from './config-errors.ts'
import { keysError } from './crypto-keys.ts'
import { givenSettings } from './setting-files.ts'
import { configurationError } from './startup-error.ts'

const text = z.string()
const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, settingNotInteger)),
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

const isProxy = (part: string) => {
  const [address = '', bits = '0', more] = part.split('/')
  const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(part)
  const longest = isIP(address) === 4 ? 32 : 128
  return isNamed || (more === undefined && isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

/** The number of proxies before us, or their addresses; headers of others are ignored. */
const trustedProxies = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => value === 'off' || /^\d{1,2}$/.test(value) || value.split(',').every((part) => isProxy(part.trim())),
        'deve essere off, quanti proxy (1), oppure i loro indirizzi separati da virgole',
      ),
    ),
  z.transform((value): false | number | string => {
    if (value === 'off' || value === '0') return false
    return /^\d+$/.test(value) ? Number(value) : value
  }),
)

/** A JSON object of numbers; the reader of the setting checks its names. */
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

const databaseAddress = z
  .string()
  .check(
    z.refine(
      (value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value),
      'deve essere postgres://utente:password@host:porta/base (i caratteri che un indirizzo riserva scritti con %)',
    ),
  )

/** Every variable that the product reads; `.env.example` explains them one by one. */
export const variables = z.object({
  HOST: z._default(text, '127.0.0.1'),
  /** 0 lets the system choose a free one. */
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  /** Public origin without a trailing slash; `http://localhost:PORT` where absent. */
  APP_URL: z.optional(origin),
  DATA_DIR: z.pipe(
    z._default(text, './data'),
    z.transform((value) => resolve(value)),
  ),
  DATABASE_URL: z.optional(databaseAddress),
  /** The owner of the schema, where DATABASE_URL names a role that only reads and writes rows. */
  DATABASE_OWNER_URL: z.optional(databaseAddress),
  /** A pooler in transaction mode before the same database. */
  DATABASE_POOLER_URL: z.optional(databaseAddress),
  /** A streaming replica of the same database. */
  DATABASE_REPLICA_URL: z.optional(databaseAddress),
  APP_ENV: z._default(oneOf('local', 'production'), 'local'),
  /** `id:key` in base64, 32 bytes each, several separated by commas: the first seals, all open. */
  SECRET_KEY: z.optional(
    z.string().check((checked) => {
      const error = keysError(checked.value)
      // Never the value itself: the list of errors is printed.
      if (error !== null) checked.issues.push({ code: 'custom', input: '', message: error })
    }),
  ),
  ADMIN_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'deve essere un indirizzo email'))),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'almeno 8 caratteri'))),
  MYFXBOOK_HOST: z._default(
    z.string().check(z.regex(/^[a-z0-9.-]+(:\d+)?$/i, 'deve essere un nome di host')),
    'myfxbook.com',
  ),
  RATE_LIMITS: z._default(oneOf('on', 'off'), 'on'),
  EA_MIN_INTERVAL_S: z._default(wholeNumber(0, 3600), 20),
  RATES_URL: z._default(webAddress, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  INTEGRITY_THRESHOLDS: z.optional(numbersByName),
  /** The provider of the checkouts; `sandbox` plays them on a page of this site. */
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
  /** The mail server; without it mail stays in the database, where admins read it. */
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^smtps?:\/\/.+/.test(value) && URL.canParse(value),
          'deve essere smtp:// o smtps://utente:password@host:porta (i caratteri che un indirizzo riserva scritti con %)',
        ),
      ),
  ),
  MAIL_FROM: z._default(
    z
      .string()
      .check(z.regex(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'deve essere Nome <indirizzo@email>')),
    'TopTrader <no-reply@localhost>',
  ),
  SUPPORT_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'deve essere un indirizzo email'))),
  /** Who runs the site; the legal pages show each that is given. */
  OPERATOR_NAME: z.optional(text),
  OPERATOR_ADDRESS: z.optional(text),
  OPERATOR_VAT: z.optional(text),
  OPERATOR_DATA_CONTROLLER: z.optional(text),
  OPERATOR_CONTACT: z.optional(
    z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'deve essere un indirizzo email')),
  ),
  /** Keeps uploaded files in a bucket in place of `DATA_DIR/uploads`; the keys are needed with it. */
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'deve essere il nome di un bucket')),
  ),
  /** Set for stores that are not Amazon's. */
  S3_ENDPOINT: z.optional(origin),
  S3_REGION: z._default(text, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  /** `age1…`: backups are encrypted for the holder of the private half, in place of SECRET_KEY. Until 2027 also 32 bytes in base64. */
  BACKUP_PUBLIC_KEY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^[A-Za-z0-9+/]{43}=$/.test(value) || bech32.decodeUnsafe(value)?.prefix === 'age',
          'deve essere una chiave age1… (npm run backup -- --new-key)',
        ),
      ),
  ),
  /** clamd's address: it scans uploaded PDFs first. */
  CLAMD_ADDRESS: z.optional(
    z.string().check(z.regex(/^(?:\/.+|[a-z0-9.-]+:\d{1,5})$/i, 'deve essere host:porta o il percorso di un socket')),
  ),
  TRUST_PROXY: z._default(trustedProxies, false),
  LOG_LEVEL: z._default(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'almeno 16 caratteri'))),
  /**
   * Milliseconds from the first 503 of `/readyz` to the end of listening: a proxy must notice it before. 200 where absent, 2,000 in
   * production.
   */
  DRAIN_NOTICE_MS: z.optional(wholeNumber(0, 4_000)),
  /** `on`: a supervisor starts the process again when it ends, so that an admin may restart it. */
  SUPERVISED: z._default(oneOf('on', 'off'), 'off'),
})

/** The parsed environment, under the names of its variables. */
export type Config = Readonly<z.output<typeof variables> & { APP_URL: string }>

/**
 * Parses the environment once. Empty variables count as absent; each may also be given as `NAME_FILE`.
 * @param more errors of settings whose meaning only a feature knows
 * @throws StartupError that lists every error
 */
export function readConfig(
  env: Record<string, string | undefined>,
  more: (given: Readonly<Record<string, string>>) => string[] = () => [],
): Config {
  const { given, errors: unread } = givenSettings(env, Object.keys(variables.shape))
  const parsed = variables.safeParse(given)
  const malformed = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const errors = [...unread, ...malformed, ...relationErrors(given), ...more(given)]
  if (!parsed.success || errors.length > 0) {
    throw configurationError(errors.map((error) => `  - ${error}`))
  }
  return { ...parsed.data, APP_URL: parsed.data.APP_URL ?? `http://localhost:${parsed.data.PORT}` }
}

/** The process's environment, with the additions of a `.env` file in the working folder. */
export function processEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) loadEnvFile('.env')
  return process.env
}
