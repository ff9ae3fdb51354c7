import type { Sql } from '#server/database/database.ts'

/** Records an answer of the provider, which ends its failures in a row. @param at ISO-8601 */
export async function saveSuccess(sql: Sql, provider: string, at: string): Promise<void> {
  await sql`
    insert into provider_health (provider, last_success_at) values (${provider}, ${at})
    on conflict (provider) do update set last_success_at = excluded.last_success_at, failures = 0`
}

/** @param failure the kind of the failure, never what the provider wrote */
export async function saveFailure(sql: Sql, provider: string, failure: { at: string; kind: string }): Promise<void> {
  await sql`
    insert into provider_health (provider, last_failure_at, last_failure, failures)
    values (${provider}, ${failure.at}, ${failure.kind}, 1)
    on conflict (provider) do update
       set last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure,
           failures = provider_health.failures + 1`
}
