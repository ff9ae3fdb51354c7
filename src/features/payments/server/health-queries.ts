import type { Queryable, Sql } from '#server/database.ts'

export async function noteSuccess(sql: Sql, provider: string, at: string): Promise<void> {
  await sql`
    insert into provider_health (provider, last_success_at) values (${provider}, ${at})
    on conflict (provider) do update set last_success_at = excluded.last_success_at, failures = 0`
}

/** @param failure the kind of the fault, never what the provider wrote */
export async function noteFailure(sql: Sql, provider: string, failure: { at: string; fault: string }): Promise<void> {
  await sql`
    insert into provider_health (provider, last_failure_at, last_failure, failures)
    values (${provider}, ${failure.at}, ${failure.fault}, 1)
    on conflict (provider) do update
       set last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure,
           failures = provider_health.failures + 1`
}

/** @param at when it was asked */
export async function noteAnswer(sql: Sql, provider: string, at: string): Promise<void> {
  await sql`
    insert into provider_health (provider, last_answer_at) values (${provider}, ${at})
    on conflict (provider) do update set last_answer_at = excluded.last_answer_at`
}

/** When the last question about a payment that the provider answered was asked, milliseconds; null where none ever was. */
export async function lastAnswerAt(sql: Queryable, provider: string): Promise<number | null> {
  const rows = await sql<{ last_answer_at: string | null }[]>`
    select last_answer_at from provider_health where provider = ${provider}`
  const at = rows[0]?.last_answer_at ?? null
  return at === null ? null : Date.parse(at)
}
