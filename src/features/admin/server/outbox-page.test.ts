import { expect, test } from 'vitest'
import { postMessage } from '#server/outbox/outbox.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listOutbox } from '../contract.ts'
import { registerAdmin } from './routes.ts'

const kernel = await testKernel()
const { sql, clock, secrets } = kernel
const app = await testApp(kernel, registerAdmin)
const admin = await person(kernel, 'capo', { is_admin: true })
const call = (query = '', who: Person = admin) =>
  app.inject({ method: 'GET', url: `/api/admin/outbox${query}`, headers: who.headers })
const waiting = async (query = '') => (await call(query)).json<ResponseOf<typeof listOutbox>>()

async function post(cause: string, recipient: string | null): Promise<void> {
  await postMessage(sql, {
    id: secrets.newId(),
    cause,
    kind: recipient === null ? 'admin_alert' : 'mail',
    recipient,
    subject: `Oggetto ${cause}`,
    body: `Testo ${cause}`,
    at: new Date(clock.now()).toISOString(),
  })
}

test('admins read unsent messages page by page, each message once', async () => {
  expect(await waiting()).toEqual({ messages: [], total: 0, next_cursor: null, sends: false })
  for (let index = 0; index < 5; index++) {
    // Two of the same moment: the id decides.
    if (index % 2 === 0) clock.advance(1000)
    await post(String(index), index === 4 ? null : `utente${index}@example.com`)
  }
  const [newest] = (await waiting('?limit=1')).messages
  expect(newest).toMatchObject({
    kind: 'admin_alert',
    recipient: null,
    subject: 'Oggetto 4',
    body: 'Testo 4',
    created_at: new Date(clock.now()).toISOString(),
    attempts: 0,
    last_error: null,
  })
  const listed: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof waiting>> = await waiting(
      `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    listed.push(...page.messages.map(({ subject }) => subject))
    cursor = page.next_cursor
    // Messages that are sent or added meanwhile move no row.
    if (cursor !== null) await sql`update outbox set sent_at = now() where message_id = ${cursor}`
    await post(`new ${listed.length}`, 'altra@example.com')
  } while (cursor !== null)
  expect(listed.toSorted()).toEqual(['Oggetto 0', 'Oggetto 1', 'Oggetto 2', 'Oggetto 3', 'Oggetto 4'])
  expect((await waiting('?limit=100')).total).toBe(6)
})

test('is for admins, and refuses an invalid page', async () => {
  expect((await app.inject('/api/admin/outbox')).statusCode).toBe(401)
  expect((await call('', await person(kernel, 'anna'))).statusCode).toBe(403)
  for (const query of ['?limit=0', '?limit=101', '?cursor=x']) expect((await call(query)).statusCode).toBe(422)
})
