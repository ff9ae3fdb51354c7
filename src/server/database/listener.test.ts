import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase, isDatabaseAway } from './database.ts'
import { testDatabase } from '../testing/database.ts'
import { openGate } from '../testing/tcp.ts'

const { sql: other, address } = await testDatabase()

test('messages arrive, also after a lost connection; the listener then learns that some may be missing', async () => {
  const { sql, close } = connectDatabase(address, { name: 'listening' })
  onTestFinished(close)
  const received: string[] = []
  let listened = 0
  const said = (channel: string) => (payload: string) => void received.push(`${channel} ${payload}`)
  const [first] = await Promise.all([
    sql.listen('one', said('one'), () => (listened += 1)),
    sql.listen('two', said('two')),
  ])
  expect(listened).toBe(1)
  const tell = async (payload: string) => {
    await other`select pg_notify('one', ${payload}), pg_notify('two', ${payload})`
    await expect.poll(() => received.includes(`two ${payload}`)).toBe(true)
  }
  await tell('a')
  const sessions = () => other`select pid from pg_stat_activity where application_name = 'listening'`
  expect(await sessions()).toHaveLength(1)
  await other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`
  await expect.poll(() => listened).toBe(2)
  await tell('b')
  await first.unlisten()
  await tell('c')
  expect(received.toSorted()).toEqual(['one a', 'one b', 'two a', 'two b', 'two c'])
  await close()
  await expect.poll(sessions).toHaveLength(0)
})

test('a database that is away at the start is an error', async () => {
  const { sql, close } = connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
  onTestFinished(close)
  const failure = await sql.listen('one', () => undefined).catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
})

test('a listener that is closed between two connections opens no other one', async () => {
  const { sql, close } = connectDatabase(address, { name: 'closed' })
  await sql.listen('one', () => undefined)
  const sessions = () => other`select pid from pg_stat_activity where application_name = 'closed'`
  await other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'closed'`
  // Within the pause before the next connection, then beyond it.
  await sleep(50)
  await close()
  await sleep(400)
  expect(await sessions()).toHaveLength(0)
})

test('the end of a pool does not wait for a listener that connects to a frozen machine', async () => {
  const gate = await openGate(address)
  const { sql, close } = connectDatabase({ url: gate.url })
  gate.freeze()
  const failure = sql.listen('one', () => undefined).catch((error: unknown) => error)
  const before = performance.now()
  await close()
  expect(performance.now() - before).toBeLessThan(2_500)
  expect(isDatabaseAway(await failure)).toBe(true)
})
