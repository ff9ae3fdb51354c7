import { describe, expect, test } from 'vitest'
import { registerAuth } from '#features/auth/server/routes.ts'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import { registerAdmin } from './routes.ts'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { DAY_MS } from '#shared/dates.ts'

const kernel = await testKernel()
const { sql, clock, secrets } = kernel
const app = await testApp(kernel, registerAuth, registerSubscriptions, registerAdmin)
const admin = await person(kernel, 'capo', { is_admin: true })
const start = clock.now()

let next = 0
const someone = (name = `utente_${++next}`) => person(kernel, name)
const call = (method: 'GET' | 'POST' | 'DELETE', url: string, who: Person = admin) =>
  app.inject({ method, url, headers: who.headers })
interface Users {
  users: Record<string, unknown>[]
  total: number
  next_cursor: string | null
  stats: Record<string, number>
}
const users = async (query = '') => (await call('GET', `/api/admin/users${query}`)).json<Users>()
interface Audit {
  entries: { audit_id: number; action: string; subject_username: string | null; details: object; address: string }[]
  total: number
  next_cursor: string | null
}
const audit = async (query = '') => (await call('GET', `/api/admin/audit${query}`)).json<Audit>()
const assign = (who: Person, type: string) =>
  app.inject({
    method: 'POST',
    url: '/api/admin/assign-subscription',
    headers: admin.headers,
    payload: { trader_id: who.trader_id, type, duration_days: 30 },
  })
const giveToken = (who: Person) =>
  sql`insert into ea_token (trader_id, token_hash, token_sealed, created_at)
      values (${who.trader_id}, ${secrets.hashToken(who.username)}, 'x', now())`

describe('the list of users', () => {
  test('shows what an admin needs, and never a secret', async () => {
    const anna = await someone('anna')
    const sealed = secrets.seal('solo-lettura-xyzzy', anna.trader_id)
    await sql`update trader set investor_password_sealed = ${sealed} where trader_id = ${anna.trader_id}`
    await assign(anna, 'diamond')
    await giveToken(anna)
    const answer = await call('GET', '/api/admin/users?q=anna')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).not.toMatch(/xyzzy|argon|sealed|hash/)
    expect(answer.body).not.toContain(sealed)
    expect(answer.json<Users>().users).toEqual([
      {
        trader_id: anna.trader_id,
        user_sequential_id: expect.any(Number),
        username: 'anna',
        display_name: 'anna',
        email: 'anna@example.com',
        country: 'IT',
        is_admin: false,
        is_diamond: true,
        has_ea_token: true,
        broker_server: 'Broker-Live',
        account_number: '1000001',
        replaced_account: null,
        investor_password: '••••••••',
        diamond_expires: new Date(start + 30 * DAY_MS).toISOString(),
        leaderboard_expires: new Date(start + 30 * DAY_MS).toISOString(),
        created_at: new Date(start).toISOString(),
        deactivated_at: null,
        email_proof: 'unasked',
        has_profile: false,
        verification_level: null,
      },
    ])
  })

  test('is read by its cursor, every user once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => someone()))
    const listed: unknown[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const page: Users = await users(`?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`)
      listed.push(...page.users.map((user) => user['trader_id']))
      ;({ next_cursor: cursor, total } = page)
    } while (cursor !== null)
    expect(listed).toHaveLength(total)
    expect(new Set(listed).size).toBe(total)
  })

  test('is searched as written', async () => {
    const strange = await someone('per_cento')
    await sql`update trader set display_name = '100% _Sicuro\\' where trader_id = ${strange.trader_id}`
    const found = async (q: string) =>
      (await users(`?q=${encodeURIComponent(q)}`)).users.map((user) => user['username'])
    expect(await found('100%')).toEqual(['per_cento'])
    expect(await found('_SICURO\\')).toEqual(['per_cento'])
    expect(await found('10')).toEqual(['per_cento'])
    expect(await found('%'), 'two characters are found at a beginning').toEqual([])
    expect(await found('PER_CENTO@')).toEqual(['per_cento'])
    expect(await found(strange.trader_id)).toEqual(['per_cento'])
    expect(await found("' or true --")).toEqual([])
    expect((await users('?q=')).total).toBe((await users()).total)
  })

  test('is filtered by the plan in force', async () => {
    const [basic, free, lapsed] = [await someone('con_basic'), await someone('senza'), await someone('scaduto')]
    await assign(basic, 'basic')
    await assign(lapsed, 'basic')
    await sql`update subscription set until = ${new Date(start).toISOString()} where trader_id = ${lapsed.trader_id}`
    const ids = async (plan: string) => (await users(`?limit=200&plan=${plan}`)).users.map((user) => user['trader_id'])
    const [b, d, f, e] = [await ids('basic'), await ids('diamond'), await ids('free'), await ids('expired')]
    expect(b).toEqual([basic.trader_id])
    expect(d).toHaveLength(1)
    expect(f).toContain(free.trader_id)
    expect(e).toEqual([lapsed.trader_id])
    expect(b.length + d.length + f.length + e.length).toBe((await users()).total)
    expect((await users()).stats).toMatchObject({ diamond_users: 1, ea_verified_count: 0, total_traders: 0 })
  })

  test.each(['limit=0', 'limit=201', 'plan=gold', 'limit=1&limit=2', `q=${'x'.repeat(101)}`])(
    '%s is 422',
    async (query) => {
      expect((await call('GET', `/api/admin/users?${query}`)).statusCode).toBe(422)
    },
  )
  test('a foreign cursor is refused', async () => {
    expect((await call('GET', '/api/admin/users?cursor=x')).statusCode).toBe(422)
    expect((await call('GET', '/api/admin/audit?cursor=x')).statusCode).toBe(422)
  })
})

describe('deactivating', () => {
  test('ends every session and token, keeps the data, announces the change to the ranking, and can be undone', async () => {
    const bruno = await someone()
    const second = await signedIn(kernel, bruno.trader_id)
    await assign(bruno, 'basic')
    await giveToken(bruno)
    const announced: string[] = []
    kernel.changes.subscribe((change) => announced.push(...(change === 'all' ? [] : change)))
    const sessions = (headers: Person['headers']) =>
      app.inject({ method: 'GET', url: '/api/account/sessions', headers })

    const answer = await call('DELETE', `/api/admin/users/${bruno.trader_id}`)
    expect(answer.json()).toMatchObject({ username: bruno.username, deactivated_at: new Date(start).toISOString() })
    expect((await sessions(bruno.headers)).statusCode).toBe(401)
    expect((await sessions(second)).statusCode).toBe(401)
    expect(await sql`select from ea_token where trader_id = ${bruno.trader_id}`).toHaveLength(0)
    expect(await sql`select from subscription where trader_id = ${bruno.trader_id}`).toHaveLength(1)
    await kernel.changes.flush()
    await expect.poll(() => announced).toContain(bruno.trader_id)

    clock.advance(1000)
    const again = await call('DELETE', `/api/admin/users/${bruno.trader_id}`)
    expect(again.json()).toEqual(answer.json())

    expect((await call('POST', `/api/admin/users/${bruno.trader_id}/restore`)).statusCode).toBe(200)
    expect((await call('POST', `/api/admin/users/${bruno.trader_id}/restore`)).statusCode).toBe(200)
    expect((await sessions(bruno.headers)).statusCode).toBe(401)
    expect((await sessions(await signedIn(kernel, bruno.trader_id))).statusCode).toBe(200)
    const lines = await audit(`?subject=${bruno.trader_id}`)
    expect(lines.entries.map((line) => line.action)).toEqual(['user.restore', 'user.deactivate', 'subscription.assign'])
    expect(lines.entries[1]).toMatchObject({ details: { sessions: 2, tokens: 1 }, address: '127.0.0.1' })
  })

  test('confirms an e-mail by hand, once, and the list shows who waits', async () => {
    const carla = await person(kernel, 'attende')
    await sql`update trader set email_proof = 'awaited' where trader_id = ${carla.trader_id}`
    const proof = async () => (await call('GET', '/api/admin/users?q=attende')).json().users[0]?.email_proof
    expect(await proof()).toBe('awaited')
    const confirm = async () => (await call('POST', `/api/admin/users/${carla.trader_id}/confirm-email`)).statusCode
    expect(await confirm()).toBe(200)
    expect(await confirm()).toBe(200)
    expect(await proof()).toBe('proven')
    const lines = await audit(`?subject=${carla.trader_id}`)
    expect(lines.entries.map((line) => line.action)).toEqual(['user.confirm_email'])
    expect((await call('POST', `/api/admin/users/${kernel.secrets.newId()}/confirm-email`)).statusCode).toBe(404)
  })

  test('never an admin, never an unknown id', async () => {
    const other = await person(kernel, 'vice', { is_admin: true })
    for (const id of [other.trader_id, admin.trader_id]) {
      const answer = await call('DELETE', `/api/admin/users/${id}`)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error_type: 'ADMIN_PROTECTED' })
    }
    expect((await call('DELETE', `/api/admin/users/${secrets.newId()}`)).statusCode).toBe(404)
    expect((await call('POST', `/api/admin/users/${secrets.newId()}/restore`)).statusCode).toBe(404)
    expect((await call('DELETE', '/api/admin/users/1')).statusCode).toBe(422)
  })
})

describe('the audit log', () => {
  test('is read by its cursor and filtered by action and subject', async () => {
    const all = await audit('?limit=200')
    expect(all.total).toBe(all.entries.length)
    const first = await audit('?limit=2')
    const second = await audit(`?limit=2&cursor=${first.next_cursor}`)
    expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 4))
    const restored = await audit('?action=user.restore')
    expect(restored.total).toBe(1)
    expect(restored.next_cursor).toBeNull()
  })

  test('cannot be changed, shortened or emptied', async () => {
    await expect(sql`update audit_log set action = 'x'`).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`).rejects.toThrow('append-only')
    await expect(sql`truncate audit_log`).rejects.toThrow('append-only')
  })

  test('numbers its lines without gaps however many write at once, and a transaction undone leaves none', async () => {
    const actor = { trader_id: admin.trader_id, address: '127.0.0.1', request_id: 'r' }
    const at = new Date(start).toISOString()
    const write = (n: string) =>
      sql.begin((tx) => recordAudit(tx, actor, { action: 'system.logs', subject: null, details: { n }, at }))
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`prova ${index}`)))
    await expect(
      sql.begin(async (tx) => {
        await recordAudit(tx, actor, { action: 'system.restart', subject: null, details: {}, at })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await write('dopo')
    const ids = await sql<{ audit_id: number }[]>`select audit_id from audit_log order by audit_id`
    expect(ids.map((row) => row.audit_id)).toEqual(Array.from({ length: ids.length }, (_, index) => index + 1))
    expect(await auditBrokenAt(sql)).toBeNull()
    expect(await auditBrokenAt(sql, 2)).toBeNull()
  })

  test('shows where a line was altered or removed in the database', async () => {
    const tamper = (change: (tx: typeof sql) => Promise<unknown>) =>
      asOwner(kernel, (own) =>
        own.begin(async (tx) => {
          await tx`alter table audit_log disable trigger user`
          await change(tx as unknown as typeof sql)
          const broken = await auditBrokenAt(tx)
          expect(await auditBrokenAt(tx, 2)).toBe(broken)
          await tx`alter table audit_log enable trigger user`
          throw new Undo(broken)
        }),
      )
    class Undo extends Error {
      readonly broken: number | null
      constructor(broken: number | null) {
        super('undo')
        this.broken = broken
      }
    }
    const brokenBy = async (change: (tx: typeof sql) => Promise<unknown>) => {
      const undo: unknown = await tamper(change).catch((error: unknown) => error)
      return undo instanceof Undo ? undo.broken : undo
    }
    expect(await brokenBy((tx) => tx`update audit_log set details = '{}' where audit_id = 3`)).toBe(3)
    expect(await brokenBy((tx) => tx`update audit_log set at = at + interval '1 ms' where audit_id = 1`)).toBe(1)
    expect(await brokenBy((tx) => tx`delete from audit_log where audit_id = 2`)).toBe(3)
    expect(await brokenBy((tx) => tx`select 1`)).toBeNull()
  })
})

describe('rights', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  test.each([
    ['GET', '/api/admin/users'],
    ['DELETE', `/api/admin/users/${id}`],
    ['POST', `/api/admin/users/${id}/restore`],
    ['GET', '/api/admin/audit'],
  ] as const)('%s %s is for admins', async (method, url) => {
    const anna = await someone()
    expect((await app.inject({ method, url })).statusCode).toBe(401)
    expect((await call(method, url, anna)).statusCode).toBe(403)
  })

  test('of an admin end the moment the role does, and so does the session', async () => {
    const former = await person(kernel, 'ex_capo', { is_admin: true })
    expect((await call('GET', '/api/admin/users', former)).statusCode).toBe(200)
    await sql`update trader set is_admin = false where trader_id = ${former.trader_id}`
    expect((await call('GET', '/api/admin/users', former)).statusCode).toBe(401)
  })
})
