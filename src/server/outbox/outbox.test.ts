import { fork } from 'node:child_process'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { createOutbox, deliverOutbox } from './outbox-delivery.ts'
import { pruneSent, outboxState, postMessage, waitingMessages } from './outbox.ts'
import { mailTo, messageTo } from '../testing/mails.ts'
import { testKernel } from '../testing/kernel.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { person } from '../testing/people.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const message = messageTo(kernel)

beforeEach(async () => {
  await sql`truncate outbox`
  kernel.lines.length = 0
})

test.each([
  ['an address', 'bruno@example.com', 'bruno@example.com'],
  ['a list', 'bruno@example.com, carla@example.com', null],
  ['a second header', 'bruno@example.com\r\nBcc: carla@example.com', null],
  ['a name', 'Assistenza <bruno@example.com>', null],
])('an answer goes to %s alone if it is one', async (_, replyTo, expected) => {
  const server = await startMailServer()
  await postMessage(sql, message({ replyTo }))
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 1, failed: 0 })
  const [head = ''] = server.mails[0]?.raw.split('\r\n\r\n') ?? []
  expect(/^Reply-To: (.*)$/im.exec(head)?.[1] ?? null).toBe(expected)
  expect(head).not.toMatch(/carla/)
  expect(server.mails[0]?.to).toEqual(['anna@example.com'])
})

test('a message of a transaction that fails is never sent, one of a committed one once, however often its cause is posted', async () => {
  const server = await startMailServer()
  const lost = message()
  await expect(
    sql.begin(async (tx) => {
      await postMessage(tx, lost)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const posted = message()
  expect(await postMessage(sql, posted)).toBe(true)
  expect(await postMessage(sql, { ...posted, id: kernel.secrets.newId(), body: 'another' })).toBe(false)
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 1, failed: 0 })
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 0 })
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['anna@example.com'])
  expect(mail?.raw).toContain(`Message-ID: <${posted.id}@toptrader.example>`)
  expect(mail?.raw).toMatch(/^From: TopTrader <no-reply@toptrader\.example>\r$/m)
  expect(await outboxState(sql)).toEqual({ waiting: 0, oldest: null, failing: 0 })
})

test('case 63: two workers at once send each message once', async () => {
  const server = await startMailServer()
  for (let index = 0; index < 12; index += 1) await postMessage(sql, message())
  const both = await Promise.all([deliverOutbox(kernel, mailTo(server)), deliverOutbox(kernel, mailTo(server))])
  expect(both.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
  expect(new Set(server.mails.map(({ raw }) => messageId(raw))).size).toBe(12)
  expect(server.mails).toHaveLength(12)
})

test('case 63: killed after the commit and before the mail server took the mail, the next worker sends it, once', async () => {
  const server = await startMailServer()
  server.mood = 'silent'
  const { id } = message()
  await postMessage(sql, message({ id }))
  const worker = fork(
    new URL('../testing/outbox-worker.ts', import.meta.url),
    [JSON.stringify(kernel.address), server.url, String(clock.now())],
    { execArgv: [] },
  )
  onTestFinished(() => void worker.kill('SIGKILL'))
  await server.arrival()
  // While the first worker holds it, a second one skips it.
  server.mood = 'take'
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 0 })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGKILL')
  await ended
  await expect.poll(async () => (await deliverOutbox(kernel, mailTo(server))).sent, { timeout: 10_000 }).toBe(1)
  expect(server.mails.filter(({ acknowledged }) => acknowledged)).toHaveLength(1)
  // The message that the killed process had handed over is recognised as the same.
  expect(server.mails.map(({ raw }) => messageId(raw))).toEqual([`${id}@toptrader.example`, `${id}@toptrader.example`])
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 0 })
})

test('a server that is away gets its mail later, ever more slowly, down to once an hour', async () => {
  const start = clock.now()
  const server = await startMailServer()
  const { port } = server
  const transport = mailTo(server)
  await server.close()
  await postMessage(sql, message())
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    expect(await deliverOutbox(kernel, transport)).toEqual({ sent: 0, failed: 1 })
    // Not before its time.
    expect(await deliverOutbox(kernel, transport)).toEqual({ sent: 0, failed: 0 })
    const [row] = await sql<{ next_attempt_at: string }[]>`select next_attempt_at from outbox`
    waits.push((Date.parse(row?.next_attempt_at ?? '') - clock.now()) / MINUTE_MS)
    clock.set(row?.next_attempt_at ?? '')
  }
  expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60, 60])
  expect(await waitingMessages(sql, 10)).toMatchObject([{ attempts: 8, last_error: expect.stringMatching(/^E\w+/) }])
  expect(await outboxState(sql)).toMatchObject({ waiting: 1, failing: 1 })
  const back = await startMailServer(port)
  expect(await deliverOutbox(kernel, transport)).toEqual({ sent: 1, failed: 0 })
  expect(back.mails).toHaveLength(1)
  clock.set(start)
})

test('a server that is away is tried three times a run, not once for each message', async () => {
  const server = await startMailServer()
  server.mood = 'refuse'
  for (let index = 0; index < 10; index += 1) await postMessage(sql, message())
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 3 })
  expect(await waitingMessages(sql, 20)).toHaveLength(10)
})

test('no subject or address begins a header or adds a recipient', async () => {
  const server = await startMailServer()
  await postMessage(
    sql,
    message({ subject: 'Ciao\r\nBcc: spy@example.com\r\n\r\nAltro corpo\u2028\u0000x', body: '.\r\nQUIT\r\n' }),
  )
  for (const recipient of [
    'a@example.com, spy@example.com',
    'a@example.com\nBcc: spy@example.com',
    'Spy <spy@example.com>',
    '',
  ]) {
    await postMessage(sql, message({ recipient }))
    expect((await deliverOutbox(kernel, mailTo(server))).failed).toBe(1)
  }
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['anna@example.com'])
  const [head = '', text = ''] = (mail?.raw ?? '').split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc:/im)
  expect(head.match(/^subject:/gim)).toHaveLength(1)
  expect(text).toContain('QUIT')
  expect((await waitingMessages(sql, 10)).map(({ last_error }) => last_error)).toEqual(Array(4).fill('bad_recipient'))
})

test('an alert goes to every active admin, none of whom sees the others; a refused address does not keep it from the rest', async () => {
  const server = await startMailServer()
  await postMessage(sql, message({ kind: 'admin_alert', recipient: null }))
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 0, failed: 1 })
  await person(kernel, 'reader')
  await person(kernel, 'chief', { is_admin: true })
  await person(kernel, 'deputy', { is_admin: true })
  const gone = await person(kernel, 'former', { is_admin: true })
  await sql`update trader set deactivated_at = created_at where trader_id = ${gone.trader_id}`
  clock.advance(MINUTE_MS)
  server.unknown.add('deputy@example.com')
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 1, failed: 0 })
  server.unknown.clear()
  await postMessage(sql, message({ kind: 'admin_alert', recipient: null }))
  await deliverOutbox(kernel, mailTo(server))
  expect(server.mails.map(({ to }) => to.toSorted())).toEqual([
    ['chief@example.com'],
    ['chief@example.com', 'deputy@example.com'],
  ])
  for (const { raw } of server.mails) expect(raw.split('\r\n\r\n')[0]).not.toMatch(/chief|deputy/)
})

test('woken outboxes send all messages committed before; without a mail server messages stay for admins to read', async () => {
  const server = await startMailServer()
  const mute = createOutbox(kernel, null)
  await postMessage(sql, message({ subject: 'Resta qui' }))
  await mute.deliver()
  mute.wake()
  await mute.close()
  expect(await waitingMessages(sql, 10)).toMatchObject([{ subject: 'Resta qui', attempts: 0, last_error: null }])
  const outbox = createOutbox(kernel, mailTo(server))
  outbox.wake()
  await postMessage(sql, message())
  outbox.wake()
  await postMessage(sql, message())
  await outbox.deliver()
  expect(server.mails).toHaveLength(3)
  await outbox.close()
  await postMessage(sql, message())
  await outbox.deliver()
  expect(server.mails).toHaveLength(3)
})

test('case 63: no word of a message stands in the log', async () => {
  const server = await startMailServer()
  server.mood = 'refuse'
  await postMessage(
    sql,
    message({ subject: 'segretissimo', body: 'segretissimo', recipient: 'segretissimo@example.com' }),
  )
  const outbox = createOutbox(kernel, mailTo(server))
  await outbox.deliver()
  expect(kernel.lines.some(({ msg }) => msg === 'message not sent')).toBe(true)
  expect(JSON.stringify(kernel.lines)).not.toContain('segretissimo')
  await outbox.close()
})

function messageId(raw: string): string {
  return /^Message-ID: <(.+)>\r$/im.exec(raw)?.[1] ?? ''
}

test('a message that left a month ago loses its text and its address, a waiting one keeps both', async () => {
  const server = await startMailServer()
  await postMessage(sql, message())
  await deliverOutbox(kernel, mailTo(server))
  await postMessage(sql, message())
  clock.advance(31 * DAY_MS)
  expect(await pruneSent(kernel)).toBe(1)
  expect(await pruneSent(kernel)).toBe(0)
  const rows =
    await sql`select recipient, body, subject, sent_at is null as waits from outbox order by sent_at nulls last`
  expect(rows).toMatchObject([
    { recipient: null, body: '', subject: 'Il tuo piano è attivo', waits: false },
    { recipient: 'anna@example.com', waits: true },
  ])
})

test('a sealed message is read by its recipient alone; one whose key is gone holds up no other', async () => {
  const server = await startMailServer()
  const [lost, good] = [message(), message({ cause: 'link:1' })]
  await postMessage(sql, { ...lost, body: 'test:no-such-box', isSealed: true })
  await postMessage(sql, { ...good, body: kernel.secrets.seal('Il link è 4711.', good.id), isSealed: true })
  expect((await waitingMessages(sql, 10)).map(({ body }) => body)).toEqual(['', ''])
  expect(await deliverOutbox(kernel, mailTo(server))).toEqual({ sent: 1, failed: 1 })
  expect(server.mails.map(({ raw }) => raw.includes('4711'))).toEqual([true])
  expect(await sql`select body from outbox where cause = 'link:1'`).toEqual([{ body: '' }])
  expect(await waitingMessages(sql, 10)).toMatchObject([{ last_error: 'unreadable' }])
})
