import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { pruneNoticeCounts, noticesADay, postMail } from './outbox-notices.ts'
import { outboxState } from './outbox.ts'
import { testKernel } from '../testing/kernel.ts'

const kernel = await testKernel({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, clock, secrets } = kernel
await kernel.outbox.close()

beforeEach(async () => void (await sql`truncate outbox, mailbox_count`))

const post = (to: string, more: { cause?: string; isSecret?: boolean } = {}) =>
  sql.begin((tx) =>
    postMail(tx, kernel, {
      to,
      trader_id: secrets.newId(),
      cause: `notice:${secrets.newId()}`,
      subject: 'Avviso',
      body: 'La password è cambiata.\n',
      ...more,
    }),
  )
const leaving = async () => (await outboxState(sql)).waiting
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('ten notices a day reach one mailbox, whichever trader has the address; the tenth says that no more come, the rest is stored', async () => {
  for (const index of times(noticesADay + 5)) {
    const to = index % 2 === 0 ? 'Vera@Example.com' : `vera+${index}@example.com`
    await post(to, { cause: `notice:${String(index).padStart(2, '0')}` })
  }
  await post('altra@example.com')
  expect(await leaving()).toBe(noticesADay + 1)
  const rows = await sql<{ body: string; last_error: string | null }[]>`
    select body, last_error from outbox where recipient <> 'altra@example.com' order by cause`
  expect(rows.map(({ body }) => body.includes('non partono per email'))).toEqual(
    times(noticesADay + 5).map((index) => index === noticesADay - 1),
  )
  expect(rows.filter(({ last_error }) => last_error === 'too_many_notices')).toHaveLength(5)
  expect(rows.every(({ body }) => body.startsWith('La password è cambiata.'))).toBe(true)
})

test('simultaneous notices are counted one by one', async () => {
  await Promise.all(times(25).map(() => post('vera@example.com')))
  expect(await leaving()).toBe(noticesADay)
})

test('a day after the first one the count begins anew, and old counts are pruned', async () => {
  for (const _ of times(noticesADay + 1)) await post('vera@example.com')
  clock.advance(DAY_MS - 1)
  await post('vera@example.com')
  expect([await leaving(), await pruneNoticeCounts(kernel)]).toEqual([noticesADay, 0])
  clock.advance(1)
  await post('vera@example.com')
  expect([await leaving(), await pruneNoticeCounts(kernel)]).toEqual([noticesADay + 1, 0])
  clock.advance(DAY_MS)
  expect(await pruneNoticeCounts(kernel)).toBe(1)
})

test('a repeated notice counts once, and a requested link is never held back by notices', async () => {
  for (const _ of times(30)) await post('vera@example.com', { cause: 'registration:1:2026-11-20' })
  for (const _ of times(noticesADay)) await post('vera@example.com')
  expect(await leaving()).toBe(noticesADay)
  await post('vera@example.com', { isSecret: true })
  expect(await leaving()).toBe(noticesADay + 1)
})

test('a count holds no address', async () => {
  await post('vera@example.com')
  const [row] = await sql<{ line: string }[]>`select to_jsonb(mailbox_count)::text as line from mailbox_count`
  expect(row?.line).not.toMatch(/vera|example/)
})
