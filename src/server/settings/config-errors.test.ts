import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  APP_ENV: 'production',
  APP_URL: 'https://toptrader.example/',
  SECRET_KEY: `a:${randomBytes(32).toString('base64')}`,
  PAYMENTS_PROVIDER: 'nowpayments',
  NOWPAYMENTS_API_KEY: 'K7QW-11AA',
  NOWPAYMENTS_IPN_SECRET: 'v8Jq2mPzR4tY7wLc',
}

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

test.each<[string, string | undefined, string]>([
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
  // A name without a dot: the key of the provider would cross a network, however private it is.
  ['NOWPAYMENTS_API_URL', 'http://pay/v1', 'NOWPAYMENTS_API_URL: in produzione deve iniziare con https://'],
  ['RATES_URL', 'http://rates/daily.xml', 'RATES_URL: in produzione deve iniziare con https://'],
  ...['requireTLS=false', 'ignoreTLS=true', 'secure=false', 'tls.rejectUnauthorized=false', 'host=posta.example'].map(
    (query): [string, string, string] => [
      'SMTP_URL',
      `smtps://utente:parola@mail.example:465?${query}`,
      'SMTP_URL: in produzione senza parametri',
    ],
  ),
  ['TRUST_PROXY', '4', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '192.0.2.1, 11.0.0.0/8', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
  ['TRUST_PROXY', '::/0', 'TRUST_PROXY: in produzione al massimo 3 proxy'],
])('production refuses %s=%s', (name, value, error) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(error)
})

test.each(['::/32', '::/64', '::/80', '::8000:0:0/81', '::fffe:0:0/95', '::ffff:0:0/96', '::ffff:11.0.0.0/104'])(
  'production refuses TRUST_PROXY=%s, which holds IPv4 networks that are too wide',
  (network) => {
    const given = { ...production, TRUST_PROXY: `loopback,${network}` }
    expect(() => readConfig(given)).toThrow('senza comprendere ::ffff:0:0/96')
  },
)

test.each([
  ['NOWPAYMENTS_API_URL', 'http://127.0.0.1:8080'],
  ['RATES_URL', 'http://localhost:8080/daily.xml'],
  ['SMTP_URL', 'smtp://utente:parola%3Flunga@mail.example:587'],
  ['TRUST_PROXY', '3'],
  ['TRUST_PROXY', 'uniquelocal,192.0.2.0/24,2001:db8::/32'],
  ['TRUST_PROXY', '::ffff:192.0.2.0/120,::ffff:a00:0/105,::1/128,::ffff:192.0.2.7'],
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
