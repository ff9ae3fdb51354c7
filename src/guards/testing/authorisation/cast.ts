import type { FastifyInstance } from 'fastify'
import { account, grant } from '#features/leaderboard/server/testing/accounts.ts'
import { tokenPrefix } from '#features/ea/server/tokens.ts'
import { readContent } from '#features/showcases/rules/content.ts'
import { goodBody } from '#features/showcases/server/testing/scene.ts'
import { asOwner } from '#server/testing/database.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'

/** Every kind of caller, from an anonymous one to an admin. `docs/security.md`. */
export const actors = [
  'anonymous',
  'dead session',
  'advisor of a basic trader',
  'advisor of another trader',
  'basic',
  'another basic',
  'diamond',
  'lapsed diamond',
  'rank 3',
  'rank 4',
  'admin without second factor',
  'admin',
] as const
export type Actor = (typeof actors)[number]

/** The owner of the id that a call names. */
export const targets = ['own', 'other', 'missing', 'malformed'] as const
export type Target = (typeof targets)[number]

interface Member {
  trader_id: string
  username: string
}

export interface Cast {
  /** The actors. Those named by rank have that place. */
  members: Record<Actor, Member>
  /** A live session, the dead one, or an advisor's token. */
  headers: (actor: Actor) => Promise<Record<string, string>>
  /** Restores the actors' plans. */
  restorePlans: () => Promise<void>
  /** A trader with a row of everything, which no earlier call has changed. */
  stranger: () => Promise<Member>
  /** The id of the owner's row that a parameter names; makes the row where it is missing. */
  idOf: (parameter: string, owner: Member) => Promise<string>
}

/** Twelve actors on a test's database: four in the ranking, the others beside it. Results decide the places. */
export async function createCast(kernel: TestKernel): Promise<Cast> {
  const { sql, clock, secrets } = kernel
  const now = () => instantText(clock.now())
  const ranked = async (username: string, net: number, diamond_ms?: number): Promise<Member> =>
    account(kernel, {
      username,
      nets: Array.from({ length: 40 }, (_, day) => (day % 7 === 3 ? -net / 2 : net)),
      ...(diamond_ms !== undefined && { diamond_ms }),
    })
  const third = await ranked('terzo', 60)
  const fourth = await ranked('quarto', 40)
  const basic = await ranked('basico', 90)
  const diamond = await ranked('diamante', 120, 30 * DAY_MS)
  const another = await ranked('altro_basico', 20)
  const lapsed = await person(kernel, 'scaduto')
  await grant(kernel, lapsed.trader_id, 'diamond', clock.now() - DAY_MS)
  const admin = await person(kernel, 'redazione', { is_admin: true })
  const limited = await person(kernel, 'senza_codice', { is_admin: true })
  await sql`update trader set password_hash = ${await kernel.secrets.hashPassword('Quella-Giusta-7')}`
  // The part of the intake that an advisor's status and profiles read.
  const intake = {
    ledger: { count: 0, net: 0, first: null },
    late: 0,
    corrections: [],
    shown: { count: 0 },
    next_at: clock.now() + 300_000,
    obstacle: false,
    message: '',
  }
  await sql`update trading_account set intake = intake || ${sql.json(intake)}`
  const plans = await sql`select * from subscription`
  const tokens = new Map<string, string>()
  let made = 0

  const members: Record<Actor, Member> = {
    anonymous: basic,
    'dead session': basic,
    'advisor of a basic trader': basic,
    'advisor of another trader': another,
    basic,
    'another basic': another,
    diamond,
    'lapsed diamond': lapsed,
    'rank 3': third,
    'rank 4': fourth,
    'admin without second factor': limited,
    admin,
  }

  async function advisor({ trader_id: id }: Member): Promise<string> {
    const token = tokens.get(id) ?? secrets.newToken(tokenPrefix)
    tokens.set(id, token)
    await sql`
      insert into ea_token (trader_id, token_hash, token_sealed, created_at)
      values (${id}, ${secrets.hashToken(token)}, ${secrets.seal(token, id)}, ${now()})
      on conflict (trader_id) do update set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed`
    return token
  }

  const { content } = readContent(goodBody(), { base: null, submit: true, myfxbookHost: 'myfxbook.com' })
  const one = async (rows: Promise<readonly { id: string }[]>): Promise<string | undefined> => (await rows)[0]?.id
  const found: Record<string, (owner: Member) => Promise<string | undefined>> = {
    trader_id: async (owner) => owner.trader_id,
    user_id: async (owner) => owner.trader_id,
    username: async (owner) => owner.username,
    platform: async () => 'mt5',
    name: async () => 'toptrader-20261119T012000Z-1a2b3c4d.backup',
    session: async ({ trader_id }) =>
      one(sql`select session_id as id from session where trader_id = ${trader_id} order by created_at desc limit 1`),
    subscription: async ({ trader_id }) =>
      one(sql`select subscription_id as id from subscription where trader_id = ${trader_id} limit 1`),
    account_id: async ({ trader_id }) =>
      one(sql`select account_id as id from trading_account where trader_id = ${trader_id} and closed_at is null`),
    showcase_id: async ({ trader_id }) =>
      one(sql`select showcase_id as id from showcase where trader_id = ${trader_id}`),
    case_id: async ({ trader_id }) =>
      one(sql`select case_id as id from integrity_case join trading_account using (account_id)
               where trader_id = ${trader_id} and decision is null limit 1`),
    order_id: async ({ trader_id }) =>
      one(sql`select order_id as id from payment_order where trader_id = ${trader_id} and deleted_at is null limit 1`),
    message_id: async ({ trader_id }) =>
      one(sql`select message_id as id from contact_message where trader_id = ${trader_id} limit 1`),
  }

  const makers: Record<string, (owner: Member) => Promise<unknown>> = {
    session: async (owner) => signedIn(kernel, owner.trader_id),
    subscription: async (owner) => grant(kernel, owner.trader_id, 'basic', clock.now() + DAY_MS),
    account_id: async ({ trader_id: id, username }) => sql`
      insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                   bound_at, last_receipt_at, sync_count, ea_version, intake)
      values (${secrets.newId()}, ${id}, 'MT5', 'Broker-Live', ${username}, 'Broker', 'EUR', 2, 'real', ${now()}, ${now()},
              0, '1.0.0', ${sql.json(intake)})`,
    showcase_id: async ({ trader_id: id }) => {
      const showcase = secrets.newId()
      await sql`
        insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, published_version,
                              published_at, created_at, updated_at)
        values (${showcase}, ${id}, 'published', 1, 1, 1, ${now()}, ${now()}, ${now()})`
      await sql`
        insert into showcase_version (showcase_id, version, content, created_at)
        values (${showcase}, 1, ${sql.json(content as never)}, ${now()})`
    },
    case_id: async (owner) => sql`
      insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence, occurrences)
      values (${secrets.newId()}, ${await idOf('account_id', owner)}, 'false_claims', false, ${now()}, ${now()},
              ${instantText(clock.now() + 7 * DAY_MS)}, 1, '{}', 1)`,
    order_id: async ({ trader_id: id, username }) => sql`
      insert into payment_order (order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status,
                                 created_at, updated_at)
      values (${`TT-${String(++made).padStart(26, '0')}`}, ${id}, ${`${username}@example.com`}, ${username}, 'basic-monthly',
              'basic', 1199, 'sandbox', 'open', 'waiting', ${now()}, ${now()})`,
    message_id: async ({ trader_id: id, username }) => sql`
      insert into contact_message (message_id, name, email, subject, message, trader_id, created_at)
      values (${secrets.newId()}, ${username}, ${`${username}@example.com`}, 'altro', 'Buongiorno', ${id}, ${now()})`,
  }

  async function idOf(parameter: string, owner: Member): Promise<string> {
    const find = found[parameter]
    if (find === undefined) throw new Error(`the cast has nothing that "${parameter}" names`)
    const id = await find(owner)
    if (id !== undefined) return id
    await makers[parameter]?.(owner)
    const fresh = await find(owner)
    if (fresh === undefined) throw new Error(`no ${parameter} of ${owner.username} could be made`)
    return fresh
  }

  return {
    members,
    idOf,
    async headers(actor) {
      if (actor === 'anonymous') return {}
      const member = members[actor]
      if (actor.startsWith('advisor')) return { authorization: `Bearer ${await advisor(member)}` }
      const headers = await signedIn(kernel, member.trader_id)
      const hash = secrets.hashToken(headers.authorization.slice('Bearer '.length))
      if (actor === 'dead session') {
        await sql`update session set last_used_at = ${instantText(clock.now() - 31 * DAY_MS)} where token_hash = ${hash}`
      }
      if (actor === 'admin without second factor') {
        await sql`update session set is_limited = true where token_hash = ${hash}`
      }
      return headers
    },
    async restorePlans() {
      await sql`delete from subscription`
      await sql`insert into subscription ${sql(plans)}`
    },
    async stranger() {
      made += 1
      const member = await person(kernel, `estraneo_${made}`)
      await grant(kernel, member.trader_id, 'basic', clock.now() + DAY_MS)
      return member
    },
  }
}

/** Counts the rows written from now on, by table; mere traces of a request are left out. */
export async function watchWrites(kernel: TestKernel): Promise<() => Promise<string[]>> {
  const { sql } = kernel
  // Tables of traces: the last use of a session, counted tries. Written a moment after their call: the proof of a backup, visits.
  const traces = new Set(['session', 'login_attempt', 'backup', 'visitor_key', 'rank_change'])
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  await asOwner(kernel, (own) => own`create unlogged table written (name text)`)
  await asOwner(kernel, (own) =>
    own.unsafe(`
    create function note_written() returns trigger language plpgsql as
    $$ begin insert into written values (tg_table_name); return null; end $$`),
  )
  for (const { name } of tables) {
    if (traces.has(name) || /^showcase_(day|visit|origin|source_day|click_day)$/.test(name)) continue
    await asOwner(
      kernel,
      (own) => own`create trigger note_written after insert or update or delete on ${sql(name)}
              for each row execute function note_written()`,
    )
  }
  return async () => {
    const rows = await sql<
      { name: string }[]
    >`with gone as (delete from written returning name) select distinct name from gone`
    return rows.map(({ name }) => name)
  }
}

/** The rank of each trader that the app serves. */
export async function ranksIn(app: FastifyInstance): Promise<Map<string, number>> {
  const { leaderboard } = (await app.inject({ url: '/api/fresh/leaderboard' })).json<{
    leaderboard: { username: string; rank: number }[]
  }>()
  return new Map(leaderboard.map(({ username, rank }) => [username, rank]))
}
