import { onlyRow, type Queryable } from '#server/database/database.ts'
import { jobsSession } from '#server/instance.ts'

/** By the database's clock, as in the queue's own tables. Null where no server has run jobs yet. */
export async function queueState(
  sql: Queryable,
): Promise<{ last_done_at: string | null; late_jobs: number; failed_jobs: string[] } | null> {
  const [found] = await sql<{ exists: boolean }[]>`select to_regclass('boss.job') is not null as exists`
  if (found?.exists !== true) return null
  const rows = await sql<{ last_done_at: string | null; late_jobs: number; failed_jobs: string[] }[]>`
    select max(completed_on) filter (where state = 'completed') as last_done_at,
           count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '3 minutes') as late_jobs,
           coalesce(array_agg(distinct name) filter (where state = 'failed' and completed_on > now() - interval '1 hour'),
                    '{}') as failed_jobs
      from boss.job where name not like ${String.raw`\_\_pgboss%`}`
  return rows[0] ?? null
}

export async function providerState(
  sql: Queryable,
  provider: string,
): Promise<{ last_success_at: string | null; last_failure_at: string | null; failures: number } | null> {
  const rows = await sql<{ last_success_at: string | null; last_failure_at: string | null; failures: number }[]>`
    select last_success_at, last_failure_at, failures from provider_health where provider = ${provider}`
  return rows[0] ?? null
}

/** @param since ISO-8601; accounts that synced after it are active */
export async function syncState(
  sql: Queryable,
  since: string,
): Promise<{ bound_accounts: number; active_accounts: number; last_at: string | null }> {
  const rows = await sql<{ bound_accounts: number; active_accounts: number; last_at: string | null }[]>`
    select count(*) as bound_accounts, count(*) filter (where last_receipt_at > ${since}) as active_accounts,
           max(last_receipt_at) as last_at
      from trading_account where closed_at is null`
  return onlyRow(rows)
}

/** The queue as it is now: how many jobs wait and run, how late the oldest is, and how many kinds failed within the hour. */
export async function queueDepth(
  sql: Queryable,
): Promise<{ waiting: number; running: number; oldest_seconds: number; failed: number }> {
  const none = { waiting: 0, running: 0, oldest_seconds: 0, failed: 0 }
  const [found] = await sql<{ exists: boolean }[]>`select to_regclass('boss.job') is not null as exists`
  if (found?.exists !== true) return none
  const rows = await sql<(typeof none)[]>`
    select (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as waiting,
           (count(*) filter (where state = 'active'))::int as running,
           coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())),
                    0)::float8 as oldest_seconds,
           (count(distinct name) filter (where state = 'failed' and completed_on > now() - interval '1 hour'))::int as failed
      from boss.job where name not like ${String.raw`\_\_pgboss%`}`
  return rows[0] ?? none
}

export interface ProgramState {
  database: string
  schema: string | null
  workers: string[]
  last_restored_at: string | null
}

/** Workers are taken from their database sessions. */
export async function programState(sql: Queryable): Promise<ProgramState> {
  const session = jobsSession('')
  const rows = await sql<ProgramState[]>`
    select current_setting('server_version') as database, (select max(name) from schema_migration) as schema,
           (select coalesce(array_agg(distinct substr(application_name, ${session.length + 1})), '{}') from pg_stat_activity
             where datname = current_database() and application_name like ${`${session}%`}) as workers,
           (select at from audit_log where action = 'system.restore' order by audit_id desc limit 1) as last_restored_at`
  return onlyRow(rows)
}
