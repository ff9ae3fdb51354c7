import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase } from '../testing/database.ts'

test('the wait for a locked table is one second at a time, so that others wait no longer behind it', async () => {
  const { sql: pool, address: place } = await testDatabase({ empty: true })
  await pool`create table first (id int)`
  const folderOf = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  onTestFinished(() => rmSync(folderOf, { recursive: true, force: true }))
  writeFileSync(join(folderOf, '202601010000_first.sql'), 'alter table first add column name text;')
  const held = Promise.withResolvers<void>()
  const holding = pool.begin(async (tx) => {
    await tx`select from first`
    await held.promise
  })
  await expect(migrate(place, folderOf, { tries: 1 })).rejects.toThrow(
    'La migrazione 202601010000_first aspetta una tabella',
  )
  const migrating = migrate(place, folderOf)
  let longest = 0
  for (let turn = 0; turn < 40; turn++) {
    const startedAt = performance.now()
    await pool`select from first`
    longest = Math.max(longest, performance.now() - startedAt)
    await sleep(50)
  }
  held.resolve()
  await holding
  expect(await migrating).toEqual(['202601010000_first'])
  expect(longest).toBeGreaterThan(100)
  expect(longest).toBeLessThan(2_000)
})
