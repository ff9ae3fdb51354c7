import { Pool, type QueryResult } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { createTag, type Statement } from '#server/database/sql.ts'
import { encodeParameter, typeParsers } from '#server/database/types.ts'
import { containing } from '#server/database/text-search.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { wholeApp } from './testing/whole-app.ts'

/** Rows of each table that admins search. At this size reading all of them costs hardly more than an index, so the test forbids it where it can be avoided. */
const rows = 3_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Actual Loops': number
  'Actual Rows': number
  Plans?: Plan[]
}

const kernel = await testKernel()
const { sql, address } = kernel
const admin = await person(kernel, 'capo', { is_admin: true })
await asOwner(kernel, (own) =>
  own.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
    create temporary table made on commit drop as
    select gen_random_uuid() as id, n, 'persona_' || substr(md5(n::text), 1, 16) as name, timestamptz '2026-01-01' + n * interval '1 minute' as at
      from generate_series(1, ${rows}) n`
    await tx`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                        terms_accepted_at, terms_version, created_at, updated_at)
    select id, name, name, name || '@example.com', 'IT', '-', 'B', n::text, at, '1', at, at from made`
    await tx`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, ea_version, intake, last_receipt_at, first_snapshot_at)
    select id, id, 'MT5', 'B', n::text, 'B', 'EUR', 2, 'real', at, '1', '{}', at, at from made`
    await tx`
    insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence,
                                occurrences, decision, decided_at, reason)
    select id, id, 'balance_mismatch', true, at, at, at, 1, '{}', 1, 'cleared', at, '' from made`
    await tx`
    insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
    select gen_random_uuid(), id, 'basic', at, 'active', 'monthly', at, at from made`
    await tx`
    insert into contact_message (message_id, name, email, subject, message, created_at)
    select id, name, name || '@example.com', 'altro', 'Scrive ' || name, at from made`
    await tx`
    insert into payment_order (order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status,
                               created_at, updated_at)
    select 'TT-' || upper(substr(md5(n::text), 1, 26)), id, name || '@example.com', name, 'basic_monthly', 'basic', 1199,
           'sandbox', 'dead', 'expired', at, at
      from made`
    await tx`
    insert into provider_payment (provider, provider_payment_id, order_id, claimed_order_id, status, raw_status,
                                  first_seen_at, last_seen_at)
    select 'sandbox', (7000000 + n)::text, order_id, order_id, 'expired', 'expired', at, at
      from payment_order join made on trader_id = id`
    await tx`
    insert into audit_log (audit_id, at, action, details, entry_hash)
    select n, at, 'user.restore', jsonb_build_object('name', name), '' from made`
    await tx`
    insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, created_at, updated_at)
    select id, id, 'pending_review', 1, 1, at, at from made`
    await tx`
    insert into showcase_version (showcase_id, version, content, created_at)
    select id, 1, jsonb_build_object('profile', jsonb_build_object('subtitle', 'Vetrina di ' || name)), at from made`
  }),
)
await asOwner(kernel, (own) => own`vacuum analyze`)

const plans: { values: readonly unknown[]; text: string; plan: Plan }[] = []
const client = new Pool({
  ...address,
  types: typeParsers,
  max: 5,
  options: '-c enable_seqscan=off -c enable_indexscan=off',
})
client.on('error', () => undefined)
afterAll(() => client.end())
/** Runs each statement as it is sent, and keeps its plan. */
const run = async ({ text, values }: Statement): Promise<QueryResult> => {
  const encoded = values.map(encodeParameter)
  if (text.trimStart().startsWith('select') || text.trimStart().startsWith('with')) {
    const explained = await client.query(`explain (analyze, format json) ${text}`, encoded)
    plans.push({ values, text, plan: (explained.rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan })
  }
  return client.query(text, encoded)
}
const none = () => Promise.reject(new Error('no copy'))
const explaining = { ...kernel, sql: Object.assign(createTag({ run, copyIn: none, copyOut: none }), { ...sql }) }
const app = await wholeApp(explaining)

/** How many rows the text of a search was compared with, in the nodes of a plan. */
function compared(plan: Plan): number {
  const inside = (plan.Plans ?? []).reduce((sum, part) => sum + compared(part), 0)
  const filtered = plan.Filter?.includes('~~') ? (plan['Rows Removed by Filter'] ?? 0) : 0
  return inside + (filtered + (plan['Rows Removed by Index Recheck'] ?? 0)) * plan['Actual Loops']
}

// A name of one person in the middle.
const sought = 'persona_5cbdfd0dfa22a3'

test.each([
  ['/api/admin/users', sought],
  ['/api/admin/payments/subscriptions', sought],
  ['/api/admin/contacts', sought],
  ['/api/admin/showcases', sought],
  ['/api/admin/crypto-payments', sought],
  ['/api/admin/crypto-payments', '7001501'],
  ['/api/admin/audit', sought],
])('%s?q=%s compares the text with few of its rows', async (path, q) => {
  plans.length = 0
  const answer = await app.inject({ url: `${path}?q=${q}&page=1`, headers: admin.headers })
  expect(answer.json()).toMatchObject({ total: 1 })
  const searches = plans.filter(({ values }) => values.includes(containing(q)))
  expect(searches.length).toBeGreaterThan(0)
  for (const { text, plan } of searches) {
    expect(compared(plan), `${text}\n${JSON.stringify(plan)}`).toBeLessThan(rows / 20)
  }
})

/** The tables that a plan reads from end to end. */
function wholeTables(plan: Plan): string[] {
  const inside = (plan.Plans ?? []).flatMap(wholeTables)
  const read = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const isWhole = plan['Node Type'] === 'Seq Scan' && read >= rows
  return isWhole ? [plan['Relation Name'] ?? '', ...inside] : inside
}

test.each([
  '/api/admin/users?page=1',
  '/api/admin/users?plan=basic&ea=verified&page=1',
  '/api/admin/users?state=deactivated&sort_by=username&order=desc&page=1',
  '/api/admin/users?ea=verified&sort_by=plan_end&page=1',
  '/api/admin/users?sort_by=number&order=desc&page=1',
  '/api/admin/contacts?state=open&page=1',
  '/api/admin/payments/subscriptions?filter=ending&page=1',
  '/api/admin/integrity?page=1',
  '/api/admin/payments/dashboard',
  '/api/admin/crypto-payments?filter=review',
  '/api/admin/crypto-payments?filter=orphans',
])('%s: rows, total and figures read no table from end to end', async (path) => {
  plans.length = 0
  expect((await app.inject({ url: path, headers: admin.headers })).statusCode).toBe(200)
  expect(plans.length).toBeGreaterThan(1)
  expect(plans.flatMap(({ plan, text }) => wholeTables(plan).map((table) => `${table}: ${text}`))).toEqual([])
})
