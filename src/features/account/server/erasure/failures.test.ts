import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { makeTrader, sendSync, syncRequestOf, type SyncReply } from '#features/ea/server/testing/world.ts'
import { asOwner } from '#server/testing/database.ts'
import { createStorage } from '#server/files/storage.ts'
import { deliverOutbox } from '#server/outbox/outbox-delivery.ts'
import { pruneSent } from '#server/outbox/outbox.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { form, picture } from '#server/testing/sent-files.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { registerAccount } from '../routes.ts'
import { eraseTrader } from './erasure.ts'
import { finishErasures } from './jobs.ts'
import { dump, wholeTrader, type WholeTrader } from '../testing/whole-trader.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, clock } = kernel
// This test handles the outbox itself.
await kernel.outbox.close()
const app = await testApp(kernel, registerAccount, registerCheckedEa)
const url = '/api/account'
const remove = (headers: Record<string, string>, payload: object) =>
  app.inject({ method: 'DELETE', url, headers, payload })
const by = (trader_id: string) => ({ trader_id, address: '127.0.0.1', request_id: 'r' })

describe('who may', () => {
  test('only with the password, and once', async () => {
    const one = await wholeTrader(kernel, app)
    for (const payload of [{ password: 'sbagliata' }, { password: '' }, {}]) {
      const answer = await remove(one.headers, payload)
      expect(answer.statusCode).toBe(422)
      expect(answer.json<{ fields: object }>().fields).toHaveProperty('password')
    }
    const [first, second] = await Promise.all([
      remove(one.headers, { password: one.password }),
      remove(one.headers, { password: one.password }),
    ])
    const [lowest = 0, highest = 0] = [first.statusCode, second.statusCode].toSorted((a, b) => a - b)
    expect([lowest, [200, 401, 404].includes(highest)]).toEqual([200, true])
    const lines = await sql`select details from audit_log where subject = ${one.trader_id} and action = 'account.erase'`
    expect(lines).toEqual([{ details: { own: true } }])
    expect((await remove(one.headers, { password: one.password })).statusCode).toBe(401)
  })

  test('with a code too, where the second factor is on', async () => {
    const one = await wholeTrader(kernel, app)
    await sql`update second_factor set confirmed_at = now() where trader_id = ${one.trader_id}`
    const shown = await app.inject({ url: '/api/account/erasure', headers: one.headers })
    expect(shown.json()).toMatchObject({
      totp_required: true,
      blocked: null,
      trades: 2,
      open_orders: 0,
      plan: { name: 'Basic' },
    })
    const answer = await remove(one.headers, { password: one.password })
    expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([422, { totp: expect.any(String) }])
    expect(await sql`select from trader where trader_id = ${one.trader_id}`).toHaveLength(1)
  })

  test('never an admin, neither by themselves nor by another admin', async () => {
    const admin = await person(kernel, 'capo', { is_admin: true })
    const answer = await remove(admin.headers, { password: 'qualunque' })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        detail:
          'Un amministratore non può essere eliminato: prima fai togliere il ruolo, che si cambia soltanto nella base dati.',
        error_type: 'ADMIN_PROTECTED',
      }),
    ])
    await expect(eraseTrader(kernel, admin.trader_id, by(admin.trader_id))).rejects.toMatchObject({
      code: 'ADMIN_PROTECTED',
    })
    await expect(
      eraseTrader(kernel, admin.trader_id.replace(/^.{8}/, '00000000'), by(admin.trader_id)),
    ).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
    const shown = await app.inject({ url: '/api/account/erasure', headers: admin.headers })
    expect(shown.json()).toMatchObject({
      blocked:
        'Un amministratore non può essere eliminato: prima fai togliere il ruolo, che si cambia soltanto nella base dati.',
      plan: null,
    })
  })

  test('an admin another trader, deactivated or not', async () => {
    const admin = await person(kernel, 'altro-capo', { is_admin: true })
    const one = await wholeTrader(kernel, app)
    await sql`update trader set deactivated_at = now() where trader_id = ${one.trader_id}`
    const done = await eraseTrader(kernel, one.trader_id, by(admin.trader_id))
    expect(done).toMatchObject({ username: one.username, email: one.email, finished: true })
    expect(done.total_records_deleted).toBeGreaterThan(20)
    const [line] = await sql`select actor, details from audit_log where subject = ${one.trader_id}`
    expect(line).toEqual({ actor: admin.trader_id, details: { own: false } })
  })
})

describe('failures', () => {
  test('an error in the middle leaves the account closed, and the job ends the erasure', async () => {
    const one = await wholeTrader(kernel, app)
    await asOwner(kernel, (own) =>
      own.unsafe(`
      create function stop_erasure() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger stop_erasure before delete on trader for each row execute function stop_erasure()`),
    )
    const answer = await remove(one.headers, { password: one.password })
    expect(answer.json()).toMatchObject({
      message: 'Il tuo account è chiuso: i dati vengono eliminati entro pochi minuti.',
      deletion_summary: {},
    })
    expect((await app.inject({ url: '/api/account/profile', headers: one.headers })).statusCode).toBe(401)
    expect(
      await sql`select from trade join trading_account using (account_id) where trader_id = ${one.trader_id}`,
    ).toHaveLength(2)
    clock.advance(MINUTE_MS)
    expect(await finishErasures(kernel)).toBe(0)
    await asOwner(kernel, (own) => own.unsafe('drop trigger stop_erasure on trader'))
    expect(await finishErasures(kernel)).toBe(1)
    expect(await sql`select from trader where trader_id = ${one.trader_id}`).toHaveLength(0)
    expect(await finishErasures(kernel)).toBe(0)
  })

  test('a deadlock of two transactions: the erasure is tried again', async () => {
    const one = await wholeTrader(kernel, app)
    await asOwner(kernel, (own) =>
      own.unsafe(`
      create sequence rings;
      create function ring() returns trigger language plpgsql as $$ begin
        if nextval('rings') = 1 then raise exception 'ring' using errcode = '40P01'; end if;
        return old;
      end $$;
      create trigger ring before delete on trader for each row execute function ring()`),
    )
    expect((await eraseTrader(kernel, one.trader_id, by(one.trader_id))).finished).toBe(true)
    await asOwner(kernel, (own) => own.unsafe('drop trigger ring on trader'))
    expect(await sql`select from trader where trader_id = ${one.trader_id}`).toHaveLength(0)
  })

  test('the farewell loses text and address once it is sent, after a week at the latest', async () => {
    const [one, two] = [await wholeTrader(kernel, app), await wholeTrader(kernel, app)]
    const farewell = async (who: WholeTrader) => {
      const [row] =
        await sql`select recipient, subject, body, sent_at from outbox where cause = ${`erased:${who.trader_id}`}`
      return row
    }
    for (const who of [one, two]) await eraseTrader(kernel, who.trader_id, by(who.trader_id))
    expect(await farewell(one)).toMatchObject({ recipient: one.email, sent_at: null })
    const sent: unknown[] = []
    await sql`update outbox set next_attempt_at = '2099-01-01' where sent_at is null and cause <> ${`erased:${one.trader_id}`}`
    await sql`update outbox set next_attempt_at = created_at where cause = ${`erased:${one.trader_id}`}`
    await deliverOutbox(kernel, { send: async (mail) => (sent.push(mail), []), close: () => undefined })
    expect(sent).toEqual([
      expect.objectContaining({ to: [one.email], subject: 'TopTrader: il tuo account è stato eliminato' }),
    ])
    expect(await farewell(one)).toMatchObject({ recipient: null, body: '' })
    clock.advance(8 * DAY_MS)
    await pruneSent(kernel)
    expect(await farewell(two)).toBeUndefined()
  })
})

describe('while everything else goes on', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'syncs, a first sync, texts and a picture at the same moment leave nothing (%i)',
    async (round) => {
      const [whole, fresh, bystander] = [
        await wholeTrader(kernel, app),
        await makeTrader(kernel),
        await makeTrader(kernel),
      ]
      clock.advance(300_000)
      const syncOf = (login: string, seq: number) =>
        syncRequestOf({ now: clock.now(), login, seq, boot: `r${round}`, items: [] })
      const image = await picture().png().toBuffer()
      const { headers, payload } = form(image)
      const pause = () => sleep(Math.random() * 20)
      const during = [
        pause().then(() => sendSync(app, whole.token, syncOf(whole.logins[0], 9))),
        pause().then(() => sendSync(app, fresh.token, syncOf(`66${whole.logins[0]}`, 1))),
        pause().then(() => sendSync(app, bystander.token, syncOf(`55${whole.logins[0]}`, 1))),
        pause().then(() =>
          app.inject({
            method: 'PUT',
            url: '/api/account/profile',
            headers: whole.headers,
            payload: { bio: whole.display_name },
          }),
        ),
        pause().then(() =>
          app.inject({
            method: 'POST',
            url: '/api/account/avatar',
            headers: { ...whole.headers, ...headers },
            payload,
          }),
        ),
      ]
      const erased = [whole, fresh].map(async (who) => {
        await pause()
        return eraseTrader(kernel, who.trader_id, by(who.trader_id))
      })
      const [ofWhole, ofFresh, ofBystander] = await Promise.all(during)
      expect((await Promise.all(erased)).map(({ finished }) => finished)).toEqual([true, true])
      expect([200, 401, 403]).toContain((ofWhole as SyncReply).status)
      expect([200, 401, 403]).toContain((ofFresh as SyncReply).status)
      expect((ofBystander as SyncReply).status).toBe(200)
      const left = await sql`
      select trader_id from trading_account where trader_id in (${whole.trader_id}, ${fresh.trader_id})
      union all select trader_id from trader where trader_id in (${whole.trader_id}, ${fresh.trader_id})`
      expect(left).toEqual([])
      const rows = [...(await dump(kernel))].filter(([table]) => table !== 'outbox').flatMap(([, lines]) => lines)
      expect(
        rows.filter(
          (row) => whole.identifiers.some((text) => row.includes(text)) && !row.includes(bystander.trader_id),
        ),
      ).toEqual([])
      const shown = await sql<{ avatar_key: string }[]>`select avatar_key from trader where avatar_key is not null`
      expect(shown).toEqual([])
      const files = []
      for await (const { key } of createStorage(kernel.config).list('avatars')) files.push(key)
      expect(files).toEqual([])
    },
  )
})

test('a session that was opened again gives no access', async () => {
  const one = await wholeTrader(kernel, app)
  const headers = await signedIn(kernel, one.trader_id)
  await remove(one.headers, { password: one.password })
  expect((await app.inject({ url: '/api/account/profile', headers })).statusCode).toBe(401)
})
