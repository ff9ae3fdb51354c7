import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { deliverOutbox } from './outbox-delivery.ts'
import { pruneSent, outboxState, postMessage, waitingMessages } from './outbox.ts'
import { testKernel } from '../testing/kernel.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { mailTo, messageTo } from '../testing/mails.ts'
import { person } from '../testing/people.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const message = messageTo(kernel)

beforeEach(async () => void (await sql`truncate outbox`))

test('refusing recipients delay no others, however many mails wait for them', async () => {
  const server = await startMailServer()
  server.unknown.add('refuser@example.com')
  for (let index = 0; index < 10; index += 1) await postMessage(sql, message({ recipient: 'refuser@example.com' }))
  clock.advance(1)
  await postMessage(sql, message())
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 1, failed: 10 })
  expect(server.mails.map(({ to }) => to)).toEqual([['anna@example.com']])
  server.mood = 'reject'
  for (let index = 0; index < 4; index += 1) await postMessage(sql, message())
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 4 })
})

test('new messages leave before failed ones', async () => {
  const server = await startMailServer()
  server.mood = 'refuse'
  for (const subject of ['vecchio 1', 'vecchio 2', 'vecchio 3']) await postMessage(sql, message({ subject }))
  await deliverOutbox(kernel, mailTo(server))
  clock.advance(HOUR_MS)
  await postMessage(sql, message({ subject: 'nuovo' }))
  server.mood = 'take'
  expect((await deliverOutbox(kernel, mailTo(server))).sent).toBe(4)
  expect(/^Subject: (.*)\r$/m.exec(server.mails[0]?.raw ?? '')?.[1]).toBe('nuovo')
})

test('a mail that its recipient refuses is given up at the fifth try, two days and a half later; an alert never', async () => {
  const server = await startMailServer()
  const transport = mailTo(server)
  for (const email of ['refuser@example.com', 'chief@example.com']) server.unknown.add(email)
  await person(kernel, 'chief', { is_admin: true })
  const mail = message({ recipient: 'refuser@example.com', isSealed: true })
  await postMessage(sql, { ...mail, body: kernel.secrets.seal('Il link è 4711.', mail.id) })
  const start = clock.now()
  const dueOf = async () => {
    const [row] = await sql<{ next_attempt_at: string | null }[]>`
      select next_attempt_at from outbox where message_id = ${mail.id}`
    return row?.next_attempt_at ?? null
  }
  for (let due = await dueOf(); due !== null; due = await dueOf()) {
    clock.set(due)
    expect(await deliverOutbox(kernel, transport)).toEqual({ sent: 0, failed: 1 })
  }
  expect((clock.now() - start) / MINUTE_MS).toBe(10 + 60 + 360 + 2_880)
  expect(
    await sql`select attempts, given_up_at is not null as given_up, sent_at, last_error, body from outbox`,
  ).toEqual([{ attempts: 5, given_up: true, sent_at: null, last_error: 'EENVELOPE 550', body: '' }])
  expect([await outboxState(sql), await waitingMessages(sql, 10)]).toEqual([
    { waiting: 0, oldest: null, failing: 0 },
    [],
  ])
  clock.advance(31 * DAY_MS)
  expect(await pruneSent(kernel)).toBe(1)
  expect(await sql`select recipient from outbox`).toEqual([{ recipient: null }])
  await postMessage(sql, message({ kind: 'admin_alert', recipient: null }))
  for (let tried = 0; tried < 8; tried += 1) {
    expect(await deliverOutbox(kernel, transport)).toEqual({ sent: 0, failed: 1 })
    clock.advance(HOUR_MS)
  }
  await sql`delete from trader`
})
