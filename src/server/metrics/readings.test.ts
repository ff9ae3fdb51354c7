import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../database/database.ts'
import { createReadings } from './readings.ts'
import { createStorage } from '../files/storage.ts'
import { metersOf } from './meters.ts'
import { testKernel } from '../testing/kernel.ts'

const kernel = await testKernel()
const silent = pino({ level: 'silent' })

test('the first scrape waits for the readings, those after it do not', async () => {
  const readings = createReadings(silent)
  let reads = 0
  readings.add('one', async () => void (reads += 1))
  await Promise.all([readings.freshen(), readings.freshen()])
  expect(reads).toBe(1)
  await readings.freshen()
  expect(reads).toBe(1)
  expect(Object.fromEntries(readings.states())).toEqual({ one: true })
})

test('a reading that fails, or never ends, delays no other one and no scrape', async () => {
  const readings = createReadings(silent, 100)
  const read: string[] = []
  readings.add('fails', () => Promise.reject(new Error('no')))
  readings.add('hangs', () => new Promise(() => undefined))
  readings.add('works', async () => void read.push('works'))
  const startedAt = performance.now()
  await readings.freshen()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(read).toEqual(['works'])
  expect(Object.fromEntries(readings.states())).toEqual({ fails: false, works: true })
})

test('the pool reports its used connections, its waiting queries, and their wait', async () => {
  const { sql, close } = connectDatabase(kernel.address, { max: 1 })
  onTestFinished(() => close())
  await sql`select 1`
  expect(sql.state()).toMatchObject({ idle: 1, used: 0, waiting: 0, waits: 0, waited: 0 })
  const held = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const transaction = sql.begin(async (tx) => {
    await tx`select 1`
    began.resolve()
    await held.promise
  })
  await began.promise
  const behind = [Promise.resolve(sql`select 1`), Promise.resolve(sql`select 2`)]
  await sleep(100)
  expect(sql.state()).toMatchObject({ idle: 0, used: 1, waiting: 2 })
  held.resolve()
  await Promise.all([transaction, ...behind])
  const { waits, waited } = sql.state()
  expect(waits).toBe(2)
  expect(waited).toBeGreaterThan(0.19)
  expect(waited).toBeLessThan(2)
})

test('a failure of the store of files is counted by operation', async () => {
  const env = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  const its = await testKernel({ env })
  await expect(createStorage(its.config).read('avatars/none.webp')).rejects.toThrow('The store of files failed.')
  const text = await metersOf(its).metrics()
  expect(text).toContain('storage_failures_total{operation="read",cause="away"} 1')
  expect(text).toContain('storage_failures_total{operation="write",cause="away"} 0')
})
