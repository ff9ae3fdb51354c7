import type { Queryable, Sql } from '#server/database.ts'
import { instantText } from '#shared/dates.ts'
import { silenceGapMs } from '../../rules/schedule.ts'

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

/**
 * A question about a payment, whichever, was answered: the provider is there. An answer that comes late unsays no newer one; one of a
 * clock that was ahead is none.
 * @param at when it was asked
 */
export async function noteAnswer(sql: Sql, provider: string, { at, now }: { at: string; now: string }): Promise<void> {
  await sql`
    insert into provider_health as h (provider, last_answer_at) values (${provider}, ${at})
    on conflict (provider) do update
       set last_answer_at = case when h.last_answer_at > ${now} then ${at} else greatest(h.last_answer_at, ${at}) end,
           silent_since = null, silent_until = null`
}

/**
 * The provider was asked about what it had answered before, and did not answer: its silence begins, or goes on. Nothing where it has
 * answered another question since.
 * @param at when it was asked
 */
export async function noteSilence(sql: Sql, provider: string, { at, now }: { at: string; now: string }): Promise<void> {
  await sql`
    insert into provider_health as h (provider, silent_since, silent_until) values (${provider}, ${at}, ${at})
    on conflict (provider) do update
       set silent_since = case when h.silent_until between ${at}::timestamptz - ${gap}::interval and ${now}
                               then least(h.silent_since, ${at}) else ${at} end,
           silent_until = case when h.silent_until <= ${now} then greatest(h.silent_until, ${at}) else ${at} end
     where h.last_answer_at is null or h.last_answer_at <= ${at} or h.last_answer_at > ${now}`
}

const gap = `${silenceGapMs} milliseconds`

/** Since when the provider answers nobody, milliseconds; null where it does, or where nobody has seen that for minutes. @param now milliseconds */
export async function silentSince(sql: Queryable, provider: string, now: number): Promise<number | null> {
  const rows = await sql<{ silent_since: string }[]>`
    select silent_since from provider_health
     where provider = ${provider} and silent_since is not null
       and silent_until between ${instantText(now)}::timestamptz - ${gap}::interval and ${instantText(now)}`
  return rows[0] === undefined ? null : Date.parse(rows[0].silent_since)
}

/** Of how many buyers a payment is kept in view, and among how many answers they are looked for: one alone proves nothing. */
const compared = 3
const newestAnswers = 60

/**
 * Payments that the provider told us about, the newest of different buyers, none of an order that waits for an answer itself: what a
 * provider that is there answers again. Those that paid come first.
 * @param except a payment that it was asked about just now
 */
export async function answeredPayments(
  sql: Queryable,
  provider: string,
  { now, except }: { now: string; except: string },
): Promise<string[]> {
  const rows = await sql<{ provider_payment_id: string }[]>`
    with answered as (
      select provider_payment_id, order_id, read_back_at from provider_payment
       where provider = ${provider} and read_back_at <= ${now} and not reading ? 'absent'
         and provider_payment_id <> ${except}
       order by read_back_at desc limit ${newestAnswers}),
    by_buyer as (
      select distinct on (coalesce(o.trader_id::text, o.order_id)) provider_payment_id, o.activated, read_back_at
        from answered join payment_order o using (order_id)
       where not exists (select from provider_payment w where w.order_id = o.order_id and w.reading_wanted)
       order by coalesce(o.trader_id::text, o.order_id), o.activated desc, read_back_at desc)
    select provider_payment_id from by_buyer order by activated desc, read_back_at desc limit ${compared}`
  return rows.map(({ provider_payment_id }) => provider_payment_id)
}
