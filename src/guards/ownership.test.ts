import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The owner of each table. A query may read any table; only its owner inserts, updates or deletes. */
const owners: Record<string, RegExp> = {
  trader: /^src\/features\/(auth|account|traders|admin|ea)\/server\//,
  session: /^src\/(features\/auth\/server\/|features\/admin\/server\/|server\/http\/session\.ts)/,
  login_attempt: /^src\/server\/limits\.ts$/,
  audit_log: /^src\/server\/audit\.ts$/,
  audit_check: /^src\/features\/admin\/server\//,
  audit_notice: /^src\/features\/admin\/server\//,
  entitlement_entry: /^src\/features\/subscriptions\/server\//,
  subscription: /^src\/features\/subscriptions\/server\//,
  ea_token: /^src\/features\/(ea|admin)\/server\//,
  trading_account: /^src\/features\/ea\/server\//,
  ledger_record: /^src\/features\/ea\/server\//,
  record_revision: /^src\/features\/ea\/server\//,
  trade: /^src\/features\/ea\/server\//,
  trade_sum: /^src\/features\/ea\/server\//,
  exposed_day: /^src\/features\/ea\/server\//,
  imported_day: /^src\/features\/ea\/server\//,
  record_sum: /^src\/features\/ea\/server\//,
  unobserved_days: /^src\/features\/ea\/server\//,
  balance_operation: /^src\/features\/ea\/server\//,
  daily_row: /^src\/features\/ea\/server\//,
  recent_days: /^src\/features\/ea\/server\//,
  account_point: /^src\/features\/ea\/server\//,
  integrity_tag: /^src\/features\/integrity\/server\//,
  integrity_case: /^src\/features\/integrity\/server\//,
  account_integrity: /^src\/features\/integrity\/server\//,
  sync_ledger: /^src\/features\/integrity\/server\//,
  ownership_proof: /^src\/features\/integrity\/server\//,
  external_match: /^src\/features\/integrity\/server\//,
  imported_row: /^src\/features\/integrity\/server\//,
  ledger_check: /^src\/features\/integrity\/server\//,
  night_check: /^src\/features\/integrity\/server\//,
  account_closing: /^src\/features\/integrity\/server\//,
  payment_order: /^src\/features\/payments\/server\//,
  payment_attempt: /^src\/features\/payments\/server\//,
  payment_invoice: /^src\/features\/payments\/server\//,
  provider_payment: /^src\/features\/payments\/server\//,
  provider_event: /^src\/features\/payments\/server\//,
  provider_refusal: /^src\/features\/payments\/server\//,
  payment_review: /^src\/features\/payments\/server\//,
  payment_coin: /^src\/features\/payments\/server\//,
  provider_health: /^src\/features\/payments\/server\//,
  sandbox_invoice: /^src\/features\/payments-sandbox\/server\//,
  sandbox_payment: /^src\/features\/payments-sandbox\/server\//,
  sandbox_delivery: /^src\/features\/payments-sandbox\/server\//,
  maintenance: /^src\/features\/maintenance\/server\//,
  backup: /^src\/features\/system\/server\//,
  outbox: /^src\/server\/outbox\/outbox(-\w+)?\.ts/,
  mailbox_count: /^src\/server\/outbox\/outbox-notices\.ts/,
  second_factor: /^src\/features\/auth\/server\//,
  recovery_code: /^src\/features\/auth\/server\//,
  password_reset: /^src\/features\/auth\/server\//,
  known_device: /^src\/features\/auth\/server\//,
  rank_change: /^src\/features\/leaderboard\/server\//,
  trader_change: /^src\/features\/leaderboard\/server\//,
  contact_message: /^src\/features\/contacts\/server\//,
  erased_binding: /^src\/features\/ea\/server\//,
  showcase: /^src\/features\/showcases\/server\//,
  showcase_version: /^src\/features\/showcases\/server\//,
  showcase_event: /^src\/features\/showcases\/server\//,
  showcase_file: /^src\/features\/showcases\/server\//,
  showcase_day: /^src\/features\/showcases\/server\//,
  showcase_source_day: /^src\/features\/showcases\/server\//,
  showcase_click_day: /^src\/features\/showcases\/server\//,
  showcase_visit: /^src\/features\/showcases\/server\//,
  showcase_origin: /^src\/features\/showcases\/server\//,
  visitor_key: /^src\/features\/showcases\/server\//,
  exchange_rate: /^src\/features\/performance\/server\//,
  self_check: /^src\/server\/metrics\/self-checks\.ts/,
  job_success: /^src\/server\/metrics\/job-metrics\.ts/,
  schema_migration: /^src\/server\/database\/migrate\.ts/,
}

const sources = globSync('src/**/*.ts').filter((file) => !file.includes('.test.') && !file.includes('/testing/'))
const write =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?([a-z_]+)\b(?=\s+(?:as\s+\w+\s+)?(?:set\b|where\b|\(|using\b|select\b|values\b|default\b|\w+\s+set\b))|\b(?:insert\s+into|delete\s+from)\s+([a-z_]+)/gi

test('every table is written by its owner alone', () => {
  const trespasses: string[] = []
  for (const file of sources) {
    for (const match of readFileSync(file, 'utf8').matchAll(write)) {
      const table = (match[1] ?? match[2] ?? '').toLowerCase()
      const owner = owners[table]
      if (owner !== undefined && !owner.test(file)) trespasses.push(`${file} writes ${table}`)
    }
  }
  expect(trespasses).toEqual([])
})

test('every table has an owner', () => {
  const tables = globSync('db/migrations/*.sql')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/create table (?:if not exists )?([a-z_]+)/g)])
    .map((match) => match[1] ?? '')
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.filter((table) => owners[table] === undefined)).toEqual([])
})

test('the scan finds a write where there is one', () => {
  const found = [
    ...'insert into trader (a) values (1); update session set x = 1; delete from trade where y'.matchAll(write),
  ]
  expect(found.map((match) => match[1] ?? match[2])).toEqual(['trader', 'session', 'trade'])
})

test('days are read with the figures of the running day, but by the sync that writes them', () => {
  const readers = sources.filter((file) => /\b(?:from|join)\s+daily_row\b/i.test(readFileSync(file, 'utf8')))
  expect(readers.filter((file) => !owners['daily_row']?.test(file))).toEqual([])
})
