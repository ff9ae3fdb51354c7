import { performance } from 'node:perf_hooks'
import { pino } from 'pino'
import { flushSyncs } from '#features/ea/server/sync/flush.ts'
import type { SentSync } from '#features/ea/server/sync/sent-sync.ts'
import { createIntake } from '#features/ea/server/sync/intake.ts'
import { tokenPrefix } from '#features/ea/server/tokens.ts'
import { syncRequest } from '#features/ea/sync-contract.ts'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { createChanges } from '#server/changes.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import type { Kernel } from '#server/kernel.ts'
import { migrate } from '#server/database/migrate.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { atEnd, bench, compare, quantile } from './frame/bench.ts'
import { dataFolder } from './frame/product.ts'

/**
 * Syncs acknowledged in a second: group commit against one transaction a request, on the same database in the same run, durable
 * (fsync and synchronous_commit on). Every request is validated from its JSON, handled by the engine and stored.
 */

const traders = 2_000
const connections = [32, 256]
const secondsEach = 2
const bar = { least: 2 }

const log = pino({ level: 'silent' })
let kernel: Kernel
let checks: ReturnType<typeof createSyncChecks>
let hashes: string[] = []
const sequences = new Uint32Array(traders)

await bench(async () => {
  const folder = dataFolder()
  const config = readConfig({ DATA_DIR: folder, RATE_LIMITS: 'off' })
  const cluster = await startEmbeddedPostgres(folder, log)
  atEnd(() => cluster.stop())
  await migrate(cluster.address)
  const { sql, close } = connectDatabase(cluster.address, { max: 34 })
  atEnd(close)
  const changes = await createChanges(sql, log)
  atEnd(() => changes.close())
  const base = { config, sql, log, secrets: createSecrets(config), clock: { now: () => Date.now() } }
  kernel = { ...base, address: cluster.address, changes, outbox: createOutbox(base) }
  checks = createSyncChecks(kernel)
  hashes = await makeTraders()
  for (const advisors of connections) {
    await compare(
      `group commit / one transaction a request, ${advisors} connections`,
      {
        reference: () => measure(advisors, 'one transaction a request', 1, Math.min(advisors, 32)),
        ours: () => measure(advisors, 'group commit', 1_000, 2),
      },
      { unit: 'syncs/s', bar },
    )
  }
})

async function makeTraders(): Promise<string[]> {
  const now = new Date().toISOString()
  const made = Array.from({ length: traders }, (_, index) => {
    const trader_id = kernel.secrets.newId()
    const token = kernel.secrets.newToken(tokenPrefix)
    return { trader_id, name: `trader${index}`, hash: kernel.secrets.hashToken(token).toString('hex') }
  })
  const json = JSON.stringify(made)
  const { sql } = kernel
  await sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                        terms_accepted_at, terms_version, created_at, updated_at)
    select trader_id, name, name, name || '@example.com', 'IT', '-', 'Bench-Live', '1', ${now}, '1', ${now}, ${now}
      from json_to_recordset(${json}::text::json) as made(trader_id uuid, name text)`
  await sql`
    insert into ea_token (trader_id, token_hash, token_sealed, created_at)
    select trader_id, decode(hash, 'hex'), '-', ${now} from json_to_recordset(${json}::text::json) as made(trader_id uuid, hash text)`
  await sql`
    insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
    select trader_id, trader_id, 'basic', now() + interval '1 day', 'active', 'manual', ${now}, ${now}
      from json_to_recordset(${json}::text::json) as made(trader_id uuid)`
  await sql`analyze`
  return made.map(({ hash }) => hash)
}

/** The body of an advisor's regular sync: figures, one open position, nothing new in the history. */
function bodyOf(trader: number, seq: number): string {
  const gmt = Math.floor(Date.now() / 1000)
  const equity = 1000 + (seq % 17)
  const position = {
    id: '7',
    symbol: 'EURUSD',
    side: 'buy',
    volume: 0.1,
    open_price: 1.1,
    price: 1.2,
    profit: 1,
    swap: 0,
  }
  return JSON.stringify({
    v: 1,
    ea: { version: '1.0.0', platform: 'MT5', build: 4885 },
    sync: { boot: 'bench', seq, reason: 'timer', sent_gmt: gmt },
    account: {
      login: String(1_000_000 + trader),
      server: 'Bench-Live',
      company: 'Bench',
      currency: 'EUR',
      digits: 2,
      leverage: 100,
      trade_mode: 'real',
      margin_mode: 'hedging',
    },
    time: { tick: gmt + 7200, tick_age: 0, server: gmt + 7200, gmt, connected: true },
    snapshot: {
      balance: 1000,
      credit: 0,
      equity,
      floating: equity - 1000,
      open_count: 1,
      positions: [{ ...position, open_time: gmt }],
    },
    ledger: { count: 0, net: 0, first: 0, last: 0 },
    history: { kind: 'mt5_deals', more: false, items: [] },
  })
}

async function measure(advisors: number, name: string, largest: number, flights: number): Promise<number> {
  const intake = createIntake({
    flush: (sent) => flushSyncs(kernel, checks, sent),
    onError: (error) => console.error(error),
    largest,
    flights,
  })
  const waits: number[] = []
  let next = 0
  const until = performance.now() + secondsEach * 1000
  async function advisor(): Promise<void> {
    while (performance.now() < until) {
      const trader = next++ % traders
      const seq = (sequences[trader] ?? 0) + 1
      sequences[trader] = seq
      const started = performance.now()
      const request = syncRequest.parse(JSON.parse(bodyOf(trader, seq)))
      const sent: SentSync = { tokenHash: hashes[trader] ?? '', request }
      const result = await intake.submit(sent)
      if (!('answer' in result)) throw new Error('a sync was not acknowledged')
      waits.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: advisors }, advisor))
  const rate = waits.length / ((performance.now() - started) / 1000)
  console.log(
    `${String(advisors).padStart(4)} connections  ${name.padEnd(26)} ${rate.toFixed(0).padStart(6)}/s  (p99 ${quantile(waits, 0.99).toFixed(0)} ms)`,
  )
  return rate
}
