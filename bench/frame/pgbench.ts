import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sql } from '#server/database/database.ts'
import type { EmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { Unavailable } from './bench.ts'
import { installedProgram } from './installed.ts'

/** PostgreSQL's own load program: one transaction for each sync, which updates the account's current row and its row of today. */

const statements = String.raw`
\set id random(1, :accounts)
begin;
update bench.account set last_receipt_at = now(), last_snapshot_at = now(), sync_count = sync_count + 1, equity = :id where place = :id;
update bench.today set equity_end = :id where place = :id;
commit;
`
const installed = '/usr/lib/postgresql'

/** @throws Unavailable where there is none */
function findPgbench(): string {
  const versions = existsSync(installed) ? readdirSync(installed).map((version) => join(installed, version, 'bin')) : []
  const found = installedProgram('pgbench', versions)
  if (found === null) throw new Unavailable('pgbench is missing: apt-get install -y postgresql')
  return found
}

/**
 * Copies the accounts, as wide as they are, beside the product's tables.
 * @returns what measures transactions in a second, with 32 connections
 */
export async function preparePgbench(
  sql: Sql,
  address: EmbeddedPostgres['address'],
  { folder, accounts, seconds }: { folder: string; accounts: number; seconds: number },
): Promise<() => Promise<number>> {
  const program = findPgbench()
  await sql`create schema bench`
  await sql`
    create table bench.account as
      select row_number() over (order by account_id)::int as place, * from trading_account`
  await sql`alter table bench.account add primary key (place)`
  await sql`
    create table bench.today as
      select distinct on (place) place, row.*
        from bench.account join daily_row row using (account_id) order by place, row.day desc`
  await sql`alter table bench.today add primary key (place)`
  await sql`vacuum analyze bench.account`
  await sql`vacuum analyze bench.today`
  const script = join(folder, 'pgbench.sql')
  writeFileSync(script, statements)
  const options = ['-n', '-M', 'prepared', '-c', '32', '-j', '1', '-T', String(seconds), '-D', `accounts=${accounts}`]
  const place = ['-h', address.host, '-p', String(address.port), '-U', address.user, '-f', script, address.database]
  return async () => {
    const { stdout } = await promisify(execFile)(program, [...options, ...place])
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (!(rate > 0)) throw new Error(`pgbench printed no rate: ${stdout}`)
    return rate
  }
}
