import { BlockList, isIP } from 'node:net'
import { hasGuessableKey } from './crypto-keys.ts'
import { isOwnMachine, staysInside } from './places.ts'

/** Errors that no single setting shows: settings that need one another, and settings that production refuses. */

type Given = Record<string, string>

/** The shortest interval between two syncs of an advisor that production allows, in seconds. */
const productionIntervalSeconds = 20
/** The provider makes secrets of 32 characters. */
const shortestIpnSecret = 16
/** A chain of more proxies is a mistake: each one more lets the visitor write one more part of the forwarding header. */
const mostProxies = 3

export function relationErrors(given: Given): string[] {
  return [
    ...pairErrors(given, 'ADMIN_EMAIL', 'ADMIN_PASSWORD'),
    ...databaseErrors(given),
    ...bucketErrors(given),
    ...purposeErrors(given),
  ]
}

/** Two settings that only work together. */
function pairErrors(given: Given, first: string, second: string): string[] {
  const missing = (absent: string, present: string) =>
    given[present] !== undefined && given[absent] === undefined ? [`${absent}: manca, e ${present} è indicata`] : []
  return [...missing(second, first), ...missing(first, second)]
}

/** Every address of a database that may be given. */
const databases = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']

/** An owner, a pooler and a replica stand beside the database itself. */
function databaseErrors(given: Given): string[] {
  if (given['DATABASE_URL'] !== undefined) return []
  const alone = databases.filter((name) => given[name] !== undefined)
  return alone.length === 0 ? [] : [`DATABASE_URL: manca, e ${alone.join(', ')} da sola non basta`]
}

/** A bucket and its keys come together. */
function bucketErrors(given: Given): string[] {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  if (given['S3_BUCKET'] !== undefined) {
    return keys.filter((name) => given[name] === undefined).map((name) => `${name}: manca, e S3_BUCKET è indicato`)
  }
  const alone = [...keys, 'S3_ENDPOINT'].filter((name) => given[name] !== undefined)
  return alone.length === 0 ? [] : [`S3_BUCKET: manca, e ${alone.join(', ')} senza bucket non serve`]
}

function purposeErrors(given: Given): string[] {
  const pair = pairErrors(given, 'NOWPAYMENTS_EMAIL', 'NOWPAYMENTS_PASSWORD')
  if (given['APP_ENV'] === 'production') return [...pair, ...productionErrors(given)]
  if (given['PAYMENTS_PROVIDER'] !== undefined || isOwnMachine(given['APP_URL'] ?? '')) return pair
  return [
    ...pair,
    'PAYMENTS_PROVIDER: manca, e APP_URL non è di questa macchina: indica nowpayments, oppure sandbox per una dimostrazione in cui i piani si attivano senza pagare',
  ]
}

/** Production refuses settings that are only meant for a developer's machine. */
function productionErrors(given: Given): string[] {
  const errors: string[] = []
  if (given['SECRET_KEY'] === undefined) errors.push('SECRET_KEY: in produzione è obbligatoria')
  if (given['RATE_LIMITS'] === 'off') errors.push('RATE_LIMITS: in produzione non si può spegnere')
  if (Number(given['EA_MIN_INTERVAL_S'] ?? productionIntervalSeconds) < productionIntervalSeconds) {
    errors.push(`EA_MIN_INTERVAL_S: in produzione almeno ${productionIntervalSeconds}`)
  }
  if (given['PAYMENTS_PROVIDER'] === undefined) errors.push('PAYMENTS_PROVIDER: in produzione è obbligatoria')
  if (given['PAYMENTS_PROVIDER'] === 'sandbox') errors.push('PAYMENTS_PROVIDER: la sandbox in produzione non è ammessa')
  if (given['PAYMENTS_PROVIDER'] === 'nowpayments') {
    for (const name of ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET']) {
      if (given[name] === undefined) errors.push(`${name}: in produzione è obbligatoria con nowpayments`)
    }
  }
  const { NOWPAYMENTS_IPN_SECRET: ipnSecret } = given
  if (ipnSecret !== undefined && ipnSecret.length < shortestIpnSecret) {
    errors.push(
      `NOWPAYMENTS_IPN_SECRET: in produzione almeno ${shortestIpnSecret} caratteri, come lo genera il fornitore`,
    )
  }
  // The store may be a container beside ours; the provider and the rates are always elsewhere.
  const plainPlaces = { S3_ENDPOINT: staysInside, NOWPAYMENTS_API_URL: isOwnMachine, RATES_URL: isOwnMachine }
  for (const [name, mayBePlain] of Object.entries(plainPlaces)) {
    const address = given[name]
    if (address !== undefined && !/^https:/i.test(address) && !mayBePlain(address)) {
      errors.push(`${name}: in produzione deve iniziare con https://`)
    }
  }
  // Parameters of the address weigh more than what we ask of the connection: TLS, and the host itself.
  if (given['SMTP_URL']?.includes('?')) {
    errors.push('SMTP_URL: in produzione senza parametri (da ? in poi), che potrebbero spegnere TLS')
  }
  if (given['TRUST_PROXY'] !== undefined && trustsStrangers(given['TRUST_PROXY'])) {
    errors.push(
      `TRUST_PROXY: in produzione al massimo ${mostProxies} proxy, oppure i loro indirizzi; una rete deve essere più stretta di /8 (IPv4; scritta in IPv6, di /104) o di /31 (IPv6, senza comprendere ::ffff:0:0/96), e per le reti private c’è uniquelocal`,
    )
  }
  if (given['APP_URL'] === undefined) errors.push('APP_URL: in produzione è obbligatoria')
  else if (!given['APP_URL'].startsWith('https://')) errors.push('APP_URL: in produzione deve iniziare con https://')
  return [...errors, ...guessableErrors(given)]
}

/** Whether visitors could pass for proxies, and so choose the address that limits count. */
function trustsStrangers(proxies: string): boolean {
  if (/^\d+$/.test(proxies)) return Number(proxies) > mostProxies
  return proxies.split(',').some((part) => {
    const [, address = '', bits] = /^(.+)\/(\d+)$/.exec(part.trim()) ?? []
    return bits !== undefined && isWide(address, Number(bits))
  })
}

/** Whether a network is too wide to hold proxies alone. IPv6 holds all of IPv4, as `::ffff:0:0/96`: a part of it counts as the IPv4 one. */
function isWide(address: string, bits: number): boolean {
  if (isIP(address) !== 6) return bits <= 8
  const aroundIpv4 = new BlockList()
  aroundIpv4.addSubnet('::ffff:0:0', Math.min(bits, 96), 'ipv6')
  return bits <= (aroundIpv4.check(address, 'ipv6') ? 104 : 31)
}

/** Words that examples and manuals hold in place of a secret. */
const exampleWords =
  /^(?:admin|change-?me|default|dimostrazione-2026|example|password|postgres|root|secret|segreta|test|toptrader)\d*$/i

/** An example's value, or one character again and again: attackers try it first. */
const isGuessable = (secret: string) => exampleWords.test(secret) || /^(.)\1*=*$/s.test(secret)

const plainSecrets = [
  'ADMIN_PASSWORD',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'NOWPAYMENTS_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
]

function guessableErrors(given: Given): string[] {
  const errors = plainSecrets.flatMap((name) =>
    given[name] !== undefined && isGuessable(given[name])
      ? [`${name}: è un valore d’esempio, in produzione non è ammesso`]
      : [],
  )
  if (given['SECRET_KEY'] !== undefined && hasGuessableKey(given['SECRET_KEY'])) {
    errors.push('SECRET_KEY: è un valore d’esempio, in produzione non è ammessa: openssl rand -base64 32')
  }
  for (const name of databases) {
    const database = URL.parse(given[name] ?? '')
    if (database !== null && database.password !== '' && isGuessable(decodeURIComponent(database.password))) {
      errors.push(`${name}: la password è un valore d’esempio, in produzione non è ammessa`)
    }
  }
  return errors
}
