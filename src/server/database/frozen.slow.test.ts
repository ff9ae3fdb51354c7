import { expect, test } from 'vitest'
import { connectDatabase, isDatabaseAway } from './database.ts'
import { testDatabase } from '../testing/database.ts'
import { openGate } from '../testing/tcp.ts'

const { address } = await testDatabase()
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a machine that freezes costs its queries five seconds, and none of its connections is used again', async () => {
  const gate = await openGate(address)
  const { sql: frozen, close } = connectDatabase({ url: gate.url }, { max: 2, name: 'frozen' })
  const begun = Promise.withResolvers<void>()
  const transaction = failureOf(
    frozen.begin(async (tx) => {
      await tx`select 1`
      begun.resolve()
      await tx`select pg_sleep(0.2)`
      await Promise.all([tx`select 2`, tx`select 3`])
    }),
  )
  await frozen`select 1`
  await begun.promise
  gate.freeze()
  const before = performance.now()
  const failures = await Promise.all([transaction, failureOf(frozen`select 4`), failureOf(frozen`select 5`)])
  expect(failures.map(isDatabaseAway)).toEqual([true, true, true])
  expect(performance.now() - before).toBeLessThan(11_500)
  expect(frozen.state()).toMatchObject({ idle: 0, used: 0 })
  await close()
})
