import type { Queryable } from '#server/database.ts'

/** By the database's own clock, as the queue keeps it. Null where no server has run jobs here. */
export async function queueState(
  sql: Queryable,
): Promise<{ last_done_at: string | null; late_jobs: number; failed_jobs: string[] } | null> {
  const [found] = await sql<{ made: boolean }[]>`select to_regclass('boss.job') is not null as made`
  if (found?.made !== true) return null
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

/** @param since ISO-8601: who synced after it is active */
export async function syncState(
  sql: Queryable,
  since: string,
): Promise<{ bound_accounts: number; active_accounts: number; last_at: string | null }> {
  const rows = await sql<{ bound_accounts: number; active_accounts: number; last_at: string | null }[]>`
    select count(*) as bound_accounts, count(*) filter (where last_receipt_at > ${since}) as active_accounts,
           max(last_receipt_at) as last_at
      from trading_account where closed_at is null`
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}
