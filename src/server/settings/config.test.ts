import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, variables } from './config.ts'

const production = {
  APP_ENV: 'production',
  APP_URL: 'https://toptrader.example/',
  SECRET_KEY: `a:${randomBytes(32).toString('base64')}`,
  PAYMENTS_PROVIDER: 'nowpayments',
  NOWPAYMENTS_API_KEY: 'K7QW-11AA',
  NOWPAYMENTS_IPN_SECRET: 'v8Jq2mPzR4tY7wLc',
}

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    APP_URL: 'http://localhost:3000',
    DATA_DIR: resolve('data'),
    APP_ENV: 'local',
    MYFXBOOK_HOST: 'myfxbook.com',
    RATE_LIMITS: 'on',
    EA_MIN_INTERVAL_S: 20,
    RATES_URL: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    PAYMENTS_PROVIDER: 'sandbox',
    NOWPAYMENTS_API_URL: 'https://api.nowpayments.io/v1',
    NOWPAYMENTS_PAYOUT: 'usdtbsc',
    MAIL_FROM: 'TopTrader <no-reply@localhost>',
    S3_REGION: 'us-east-1',
    SUPERVISED: 'off',
    TRUST_PROXY: false,
    LOG_LEVEL: 'info',
  })
})

test('empty variables count as absent, foreign ones are not read', () => {
  expect(readConfig({ PORT: ' ', HOST: '', DATABASE_URL: '', HOME: '/root' })).toEqual(readConfig({}))
})

test('the public address follows the port and loses its slash', () => {
  expect(readConfig({ PORT: '8080' }).APP_URL).toBe('http://localhost:8080')
  expect(readConfig({ APP_URL: 'https://localhost/' }).APP_URL).toBe('https://localhost')
})

test('proxies are a number or addresses', () => {
  expect(readConfig({ TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8,loopback' }).TRUST_PROXY).toBe('10.0.0.0/8,loopback')
  expect(readConfig({ TRUST_PROXY: 'off' }).TRUST_PROXY).toBe(false)
})

test('all errors are reported at once', () => {
  const faulty = {
    PORT: '70000',
    APP_URL: 'ftp://a',
    APP_ENV: 'staging',
    ADMIN_EMAIL: 'a@b.it',
    EA_MIN_INTERVAL_S: '1.5',
  }
  expect(() => readConfig(faulty)).toThrow(
    [
      'La configurazione non è valida:',
      '  - PORT: al massimo 65535',
      '  - APP_URL: deve essere un indirizzo http o https',
      '  - APP_ENV: deve essere local o production',
      '  - EA_MIN_INTERVAL_S: deve essere un numero intero',
      '  - ADMIN_PASSWORD: manca, e ADMIN_EMAIL è indicata',
    ].join('\n'),
  )
})

/** A value that each setting refuses; those that are missing here take any text. */
const malformed: Partial<Record<keyof typeof variables.shape, string>> = {
  PORT: '70000',
  APP_URL: 'ftp://a',
  DATABASE_URL: 'mysql://host/base',
  DATABASE_OWNER_URL: 'mysql://host/base',
  DATABASE_POOLER_URL: 'host:6432',
  DATABASE_REPLICA_URL: 'http://replica/base',
  APP_ENV: 'staging',
  SECRET_KEY: 'a:c2hvcnQ=',
  ADMIN_EMAIL: 'nessuno',
  ADMIN_PASSWORD: 'corta',
  MYFXBOOK_HOST: 'https://myfxbook.com',
  RATE_LIMITS: 'maybe',
  EA_MIN_INTERVAL_S: '-1',
  RATES_URL: 'file:///etc/passwd',
  INTEGRITY_THRESHOLDS: '[1]',
  PAYMENTS_PROVIDER: 'paypal',
  NOWPAYMENTS_API_URL: 'nowpayments',
  NOWPAYMENTS_PAYOUT: 'USDT BSC',
  SMTP_URL: 'smtp://utente:pass#word@host:25:1',
  MAIL_FROM: 'TopTrader',
  SUPPORT_EMAIL: '@',
  OPERATOR_CONTACT: 'nessuna chiocciola',
  S3_BUCKET: 'Con Spazi',
  S3_ENDPOINT: 's3.example',
  BACKUP_PUBLIC_KEY: 'x',
  CLAMD_ADDRESS: 'senza porta',
  TRUST_PROXY: '10.0.0.300',
  LOG_LEVEL: 'loud',
  METRICS_TOKEN: 'short',
  DRAIN_NOTICE_MS: '5000',
  SUPERVISED: 'yes',
}
const anyText = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_VAT',
  'OPERATOR_DATA_CONTROLLER',
  'HOST',
  'DATA_DIR',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'NOWPAYMENTS_EMAIL',
  'NOWPAYMENTS_PASSWORD',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

test('every setting malformed at once: one list names each, and shows no value', () => {
  expect([...Object.keys(malformed), ...anyText].toSorted()).toEqual(Object.keys(variables.shape).toSorted())
  let said = ''
  try {
    readConfig(malformed)
  } catch (error) {
    said = String(error)
  }
  const named = new Set(said.split('\n').flatMap((line) => /^ {2}- (\w+): ./.exec(line)?.[1] ?? []))
  expect(Object.keys(malformed).filter((name) => !named.has(name))).toEqual([])
  for (const secret of ['c2hvcnQ=', 'pass#word', 'corta', 'short']) expect(said).not.toContain(secret)
})

test('a setting may stand in a file, as containers hand secrets over', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [token, empty] = [join(folder, 'token'), join(folder, 'empty')]
  writeFileSync(token, 'gettone-di-sedici-lettere\n')
  writeFileSync(empty, '\n')
  expect(readConfig({ METRICS_TOKEN_FILE: token }).METRICS_TOKEN).toBe('gettone-di-sedici-lettere')
  expect(readConfig({ METRICS_TOKEN_FILE: ' ' }).METRICS_TOKEN).toBeUndefined()
  const faulty = {
    METRICS_TOKEN: 'un-altro-gettone-lungo',
    METRICS_TOKEN_FILE: token,
    PORT_FILE: token,
    SMTP_URL_FILE: empty,
    SECRET_KEY_FILE: join(folder, 'missing'),
  }
  expect(() => readConfig(faulty)).toThrow(
    [
      'La configurazione non è valida:',
      `  - SECRET_KEY_FILE: il file ${join(folder, 'missing')} non si legge`,
      `  - SMTP_URL_FILE: il file ${empty} è vuoto`,
      '  - METRICS_TOKEN: è indicata due volte, anche con METRICS_TOKEN_FILE',
      '  - PORT: deve essere un numero intero',
    ].join('\n'),
  )
})

test.each([
  ['SECRET_KEY', `a:${Buffer.alloc(32, 7).toString('base64')}`],
  ['ADMIN_PASSWORD', 'Dimostrazione-2026'],
  ['METRICS_TOKEN', 'xxxxxxxxxxxxxxxx'],
  ['NOWPAYMENTS_IPN_SECRET', 'x'.repeat(16)],
  ['NOWPAYMENTS_API_KEY', 'change-me'],
  ['S3_SECRET_ACCESS_KEY', 'password'],
  ['DATABASE_URL', 'postgres://toptrader:toptrader@database:5432/toptrader'],
])('production refuses %s where it is an example', (name, value) => {
  const more = {
    ADMIN_EMAIL: 'a@b.it',
    ADMIN_PASSWORD: 'Vento-Lento-42',
    S3_BUCKET: 'caricati',
    S3_ACCESS_KEY_ID: 'app',
  }
  const given = { ...production, ...more, S3_SECRET_ACCESS_KEY: 'Vento-Lento-43', [name]: value }
  expect(() => readConfig(given)).toThrow(
    new RegExp(`^La configurazione non è valida:\n  - ${name}: .*valore d’esempio[^\n]*$`),
  )
  expect(
    readConfig({
      [name]: value,
      ...(name === 'ADMIN_PASSWORD' && { ADMIN_EMAIL: 'a@b.it' }),
      ...(name.startsWith('S3') && { S3_BUCKET: 'caricati', S3_ACCESS_KEY_ID: 'app' }),
    }),
  ).toMatchObject({ [name]: value })
})

test('production accepts a whole configuration', () => {
  expect(readConfig(production)).toMatchObject({ APP_ENV: 'production', APP_URL: 'https://toptrader.example' })
})

test.each([
  ['SECRET_KEY', undefined, 'SECRET_KEY: in produzione è obbligatoria'],
  ['APP_URL', undefined, 'APP_URL: in produzione è obbligatoria'],
  ['APP_URL', 'http://toptrader.example', 'APP_URL: in produzione deve iniziare con https://'],
  ['RATE_LIMITS', 'off', 'RATE_LIMITS: in produzione non si può spegnere'],
  ['EA_MIN_INTERVAL_S', '5', 'EA_MIN_INTERVAL_S: in produzione almeno 20'],
  ['PAYMENTS_PROVIDER', undefined, 'PAYMENTS_PROVIDER: in produzione è obbligatoria'],
  ['PAYMENTS_PROVIDER', 'sandbox', 'PAYMENTS_PROVIDER: la sandbox in produzione non è ammessa'],
  ['NOWPAYMENTS_API_KEY', undefined, 'NOWPAYMENTS_API_KEY: in produzione è obbligatoria con nowpayments'],
  ['NOWPAYMENTS_IPN_SECRET', undefined, 'NOWPAYMENTS_IPN_SECRET: in produzione è obbligatoria con nowpayments'],
  ['NOWPAYMENTS_IPN_SECRET', 'v8Jq2mPzR4tY7wL', 'NOWPAYMENTS_IPN_SECRET: in produzione almeno 16 caratteri'],
  ['NOWPAYMENTS_API_URL', 'http://pay.example.com/v1', 'NOWPAYMENTS_API_URL: in produzione deve iniziare con https://'],
  ['RATES_URL', 'http://rates.example/daily.xml', 'RATES_URL: in produzione deve iniziare con https://'],
  ['TRUST_PROXY', '4', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '192.0.2.1, 11.0.0.0/8', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '::/0', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
])('production refuses %s=%s', (name, value, error) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(error)
})

test.each([
  ['NOWPAYMENTS_API_URL', 'http://127.0.0.1:8080'],
  ['RATES_URL', 'http://rates/daily.xml'],
  ['TRUST_PROXY', '3'],
  ['TRUST_PROXY', 'uniquelocal,192.0.2.0/24,2001:db8::/32'],
])('production accepts %s=%s, which gives nothing away', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).not.toThrow()
})

test.each([
  'https://toptrader.example',
  'http://192.168.1.7:3000',
  'http://localhost.example',
  'http://127.0.0.1.example',
])('at %s the sandbox is only played where it is asked for', (address) => {
  expect(() => readConfig({ APP_URL: address })).toThrow('PAYMENTS_PROVIDER: manca, e APP_URL non è di questa macchina')
  for (const provider of ['sandbox', 'nowpayments']) {
    expect(readConfig({ APP_URL: address, PAYMENTS_PROVIDER: provider }).PAYMENTS_PROVIDER).toBe(provider)
  }
})

test.each(['http://localhost:3000', 'https://toptrader.localhost', 'http://127.0.0.2:8080', 'http://[::1]:3000'])(
  'at %s the sandbox is the default',
  (address) => expect(readConfig({ APP_URL: address }).PAYMENTS_PROVIDER).toBe('sandbox'),
)

test('an owner, a pooler and a replica stand beside the database itself', () => {
  const url = 'postgres://utente:segreta-lunga@host:6432/base'
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => readConfig({ [name]: url })).toThrow(`DATABASE_URL: manca, e ${name} da sola non basta`)
    expect(readConfig({ DATABASE_URL: url, [name]: url })).toMatchObject({ [name]: url })
    const guessable = { APP_ENV: 'production', DATABASE_URL: url, [name]: 'postgres://utente:postgres@host:6432/base' }
    expect(() => readConfig(guessable)).toThrow(`${name}: la password è un valore d’esempio`)
  }
})

test('a bucket comes with its keys, and keys with a bucket', () => {
  expect(() => readConfig({ S3_BUCKET: 'caricati', S3_ACCESS_KEY_ID: 'a' })).toThrow(
    'S3_SECRET_ACCESS_KEY: manca, e S3_BUCKET è indicato',
  )
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'a' })).toThrow(
    'S3_BUCKET: manca, e S3_ACCESS_KEY_ID, S3_ENDPOINT senza bucket non serve',
  )
  const wrong = { S3_BUCKET: 'Con Spazi', S3_ENDPOINT: 'ftp://s3', CLAMD_ADDRESS: 'senza porta' }
  expect(() => readConfig(wrong)).toThrow(/S3_BUCKET: deve.*\n.*S3_ENDPOINT: deve.*\n.*CLAMD_ADDRESS: deve/)
  const whole = { S3_BUCKET: 'caricati', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', CLAMD_ADDRESS: '/run/clamd' }
  expect(readConfig(whole)).toMatchObject(whole)
  const inside = { ...production, ...whole, S3_SECRET_ACCESS_KEY: 'Vento-Lento-43', S3_ENDPOINT: 'http://storage:8333' }
  expect(readConfig(inside).S3_ENDPOINT).toBe('http://storage:8333')
  const plain = { ...whole, APP_ENV: 'production', S3_ENDPOINT: 'http://s3.example' }
  expect(() => readConfig(plain)).toThrow('S3_ENDPOINT: in produzione deve iniziare con https://')
})

test('a key for backups is a recipient of age, or 32 bytes in base64 as former versions printed it', () => {
  const former = Buffer.alloc(32, 1).toString('base64')
  const good = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
  for (const key of [good, former]) expect(readConfig({ BACKUP_PUBLIC_KEY: key }).BACKUP_PUBLIC_KEY).toBe(key)
  const mistyped = good.replace('z7h', 'z8h')
  for (const bad of ['x', mistyped, former.slice(1), Buffer.alloc(31).toString('base64'), `${former}=`]) {
    expect(() => readConfig({ BACKUP_PUBLIC_KEY: bad })).toThrow('BACKUP_PUBLIC_KEY: deve essere una chiave age1')
  }
})

test('thresholds are a JSON object of numbers', () => {
  expect(readConfig({ INTEGRITY_THRESHOLDS: '{"cut_hours": 24}' }).INTEGRITY_THRESHOLDS).toEqual({ cut_hours: 24 })
  for (const wrong of ['24', '{', '[]']) {
    expect(() => readConfig({ INTEGRITY_THRESHOLDS: wrong })).toThrow(
      'INTEGRITY_THRESHOLDS: deve essere un oggetto JSON',
    )
  }
  const text = '{"cut_hours": "24"}'
  expect(() => readConfig({ INTEGRITY_THRESHOLDS: text })).toThrow(
    'INTEGRITY_THRESHOLDS.cut_hours: deve essere un numero',
  )
})

test('.env.example explains every variable, with its default', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const found = lines.map((line) => /^# ([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [])
  const explained = new Map(found.flatMap(([, name, value = '']) => (name === undefined ? [] : [[name, value]])))
  expect([...explained.keys()]).toEqual(Object.keys(variables.shape))
  // These have an example there, or a form that the parser changes.
  for (const name of explained.keys()) if (/^(APP_URL|DATABASE_\w+|SECRET_KEY)$/.test(name)) explained.delete(name)
  expect(readConfig(Object.fromEntries(explained))).toEqual(readConfig({}))
})
