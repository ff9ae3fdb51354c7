import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { dataFolder } from '#server/testing/embedded-process.ts'
import { openGate } from '#server/testing/tcp.ts'
import { run } from '../testing/server-process.ts'

vi.setConfig({ testTimeout: 160_000 })

test('an installation with one role gets a second one at its next start, keeps its people, and may go back', async () => {
  const { ownerAddress: place, sql } = await testDatabase({ empty: true })
  const [owner, server] = [`owner_${place.database}`, `server_${place.database}`]
  // As of a managed service: no superuser.
  await sql`create role ${sql(owner)} login createrole`
  await sql`alter database ${sql(place.database)} owner to ${sql(owner)}`
  onTestFinished(async () => {
    await sql`drop owned by ${sql(server)}, ${sql(owner)} cascade`
    await sql`alter database ${sql(place.database)} owner to ${sql(place.user)}`
    await sql`drop role ${sql(server)}, ${sql(owner)}`
  })
  const urlOf = async (user: string) => (await openGate({ ...place, user })).url
  const admin = { ADMIN_EMAIL: 'capo@example.com', ADMIN_PASSWORD: 'Prova-di-capo-2026' }
  const one = { ...admin, DATA_DIR: dataFolder(), DATABASE_URL: await urlOf(owner) }
  const two = { ...one, DATABASE_URL: await urlOf(server), DATABASE_OWNER_URL: one.DATABASE_URL }
  const roles = async () =>
    (
      await sql<{ name: string }[]>`
        select distinct usename as name from pg_stat_activity
         where datname = ${place.database} and application_name = 'toptrader' and pid <> pg_backend_pid()`
    ).map(({ name }) => name)
  /** The sign-in writes a session, and the list of the audit log reads. */
  async function works(url: string): Promise<number[]> {
    const body = JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const audit = await fetch(`${url}/api/admin/audit`, { headers: { authorization: `Bearer ${token}` } })
    return [login.status, audit.status]
  }
  for (const [env, role] of [
    [one, owner],
    [two, server],
    [one, owner],
  ] as const) {
    const running = run(env)
    expect(await works(await running.url())).toEqual([200, 200])
    expect(await roles()).toContain(role)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  }
  const limited = connectDatabase({ ...place, user: server }, { max: 1 })
  onTestFinished(limited.close)
  expect(await limited.sql`select count(*)::int as people from trader`).toEqual([{ people: 1 }])
  await expect(limited.sql`alter table audit_log disable trigger all`).rejects.toMatchObject({ code: '42501' })
})
