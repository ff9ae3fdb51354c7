import type { Sql } from '#server/database/database.ts'

/** Published showcases of so many new traders with Diamond, by their numbers. Their content is that of a showcase that there is. */
export async function manyShowcases(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    with made as (
      insert into trader (trader_id, username, display_name, email, country, password_hash, is_admin, broker_server, account_number,
                          terms_accepted_at, terms_version, created_at, updated_at)
      select gen_random_uuid(), 'molti_' || n, 'Molti ' || n, 'molti_' || n || '@example.com', 'IT', '-', false, 'B', '1', now(), '1', now(), now()
        from generate_series(${from}::int, ${to}::int) n returning trader_id
    ), plans as (
      insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
      select gen_random_uuid(), trader_id, 'diamond', '2027-11-20', 'active', 'monthly', now(), now() from made
    ), cases as (
      insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, published_version, published_at, created_at, updated_at)
      select gen_random_uuid(), trader_id, 'published', 1, 1, 1, now(), now(), now() from made returning showcase_id
    )
    insert into showcase_version (showcase_id, version, content, created_at)
    select showcase_id, 1, (select content from showcase_version limit 1), now() from cases`
}
