import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, variables } from './config.ts'

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
