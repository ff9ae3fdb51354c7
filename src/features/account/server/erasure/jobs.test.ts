import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { asOwner } from '#server/testing/database.ts'
import { createStorage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { registerAccount } from '../routes.ts'
import { eraseRestored, finishErasures } from './jobs.ts'
import { eraseTrader } from './erasure.ts'
import { wholeTrader } from '../testing/whole-trader.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, clock, config } = kernel
// This test handles the outbox itself.
await kernel.outbox.close()
const app = await testApp(kernel, registerAccount, registerCheckedEa)
const storage = createStorage(config)
const profile = (headers: Record<string, string>) => app.inject({ url: '/api/account/profile', headers })
const isThere = async (id: string) => (await sql`select from trader where trader_id = ${id}`).length > 0

describe('a restored backup', () => {
  /** Puts the trader's row back as a backup of the database would, with a session. */
  async function restored(id: string, saved: string) {
    await sql.unsafe(`insert into trader overriding system value select * from ${saved}`)
    return signedIn(kernel, id)
  }

  test('brings no erased trader back, and no other trader goes', async () => {
    const [one, other] = [await wholeTrader(kernel, app), await person(kernel, 'rimane')]
    await asOwner(kernel, (own) =>
      own.unsafe(`create table saved as select * from trader where trader_id = '${one.trader_id}'`),
    )
    const answer = await app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: one.headers,
      payload: { password: one.password },
    })
    expect(answer.statusCode).toBe(200)
    expect(await eraseRestored(kernel, storage)).toBe(0)
    await sql`delete from outbox`
    const headers = await restored(one.trader_id, 'saved')
    clock.advance(MINUTE_MS)
    expect((await profile(headers)).statusCode).toBe(200)
    expect(await eraseRestored(kernel, storage)).toBe(1)
    expect((await profile(headers)).statusCode).toBe(401)
    const [line] = await sql`
      select actor, details from audit_log where subject = ${one.trader_id} order by audit_id desc limit 1`
    expect(line).toEqual({ actor: null, details: { own: false } })
    clock.advance(MINUTE_MS)
    expect(await finishErasures(kernel)).toBe(1)
    expect(await isThere(one.trader_id)).toBe(false)
    // The farewell was sent once: an erased trader gets no second mail.
    expect(await sql`select cause from outbox`).toEqual([])
    expect((await profile(other.headers)).statusCode).toBe(200)
    expect(await eraseRestored(kernel, storage)).toBe(0)
  })

  test('an id that an operator puts there is erased; an admin and an invalid id are not', async () => {
    const [one, admin] = [await person(kernel, 'dal-registro'), await person(kernel, 'capo', { is_admin: true })]
    for (const name of [one.trader_id, admin.trader_id, 'LEGGIMI.txt']) {
      writeFileSync(join(config.DATA_DIR, 'uploads', 'erased', name), '')
    }
    expect(await eraseRestored(kernel, storage)).toBe(2)
    clock.advance(MINUTE_MS)
    expect(await finishErasures(kernel)).toBe(1)
    expect([await isThere(one.trader_id), await isThere(admin.trader_id)]).toEqual([false, true])
    expect(kernel.lines).toContainEqual(
      expect.objectContaining({ msg: 'erased trader is back', trader_id: admin.trader_id }),
    )
  })

  test('the list is not served', async () => {
    const one = await person(kernel, 'elencata')
    await eraseTrader(kernel, one.trader_id, { trader_id: one.trader_id, address: '127.0.0.1', request_id: 'r' })
    const file = await storage.read(`erased/${one.trader_id}`)
    expect(file).not.toBeNull()
    file!.stream.destroy()
    expect((await app.inject(`/uploads/erased/${one.trader_id}`)).statusCode).toBe(404)
  })
})

test('erasures that always fail do not delay later ones; admins are notified of each once', async () => {
  await asOwner(kernel, (own) =>
    own.unsafe(`
    create function stuck() returns trigger language plpgsql as $$ begin
      if old.username like 'bloccata%' then raise exception 'stuck'; end if;
      return old;
    end $$;
    create trigger stuck before delete on trader for each row execute function stuck()`),
  )
  const names = Array.from({ length: 20 }, (_, n) => `bloccata-${n}`)
  const stuck = await Promise.all(names.map((name) => person(kernel, name)))
  const later = await person(kernel, 'arriva-dopo')
  const erase = (id: string) =>
    sql`update trader set erasing_at = ${new Date(clock.now()).toISOString()} where trader_id = ${id}`
  for (const { trader_id: id } of stuck) await erase(id)
  clock.advance(1_000)
  await erase(later.trader_id)
  for (const gone of [0, 1]) {
    clock.advance(MINUTE_MS)
    expect(await finishErasures(kernel)).toBe(gone)
  }
  expect(await isThere(later.trader_id)).toBe(false)
  const alerts = () => sql<{ body: string }[]>`select body from outbox where kind = 'admin_alert'`
  expect(await alerts()).toEqual([])
  clock.advance(HOUR_MS)
  for (let runs = 0; runs < 3; runs += 1) {
    await finishErasures(kernel)
    clock.advance(MINUTE_MS)
  }
  const alerted = await alerts()
  expect(alerted).toHaveLength(20)
  expect(alerted.filter(({ body }) => body.includes(stuck[0]?.trader_id ?? '-'))).toHaveLength(1)
  expect(alerted.map(({ body }) => body).join('\n')).not.toContain('bloccata')
  await asOwner(kernel, (own) => own.unsafe('drop trigger stuck on trader'))
  expect(await finishErasures(kernel)).toBe(20)
})
