import { expect, inject, onTestFinished, test } from 'vitest'
import { mkdtempSync, realpathSync, rmSync, chmodSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChanges } from '../changes.ts'
import { startPooler } from '../testing/cluster.ts'
import { testDatabase } from '../testing/database.ts'
import { until } from '../testing/until.ts'
import { connectDatabase } from './database.ts'
import { awaitPooler } from './database-ready.ts'

const { address } = await testDatabase({ empty: true })
const log = { warn: () => undefined }

/** The pool of an instance behind deploy/pgbouncer.ini, where `change` may alter the file. */
async function pooled(change?: (file: string) => string) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-pooler-'))
  chmodSync(folder, 0o755)
  const shipped = readFileSync('deploy/pgbouncer.ini', 'utf8')
  const pooler = await startPooler(join(folder, 'pooler'), inject('database'), change ? change(shipped) : shipped)
  const { sql, close } = connectDatabase(address, { pooler: { ...pooler.address, database: address.database } })
  onTestFinished(async () => {
    await close()
    await pooler.stop()
    rmSync(folder, { recursive: true })
  })
  return sql
}

test('behind a pooler in transaction mode: statements in any order, transactions, notifications, UTC and the limit of time', async () => {
  const sql = await pooled((file) => file.replace(/default_pool_size = \d+/, 'default_pool_size = 2'))
  await awaitPooler(sql, log)
  const doubled = (value: number) => sql<{ value: number }[]>`select 2 * ${value}::int as value, pg_sleep(0.001)`
  // More callers than connections: the statements of each one run on any of them.
  const values = await Promise.all(Array.from({ length: 60 }, (_, index) => doubled(index)))
  expect(values.map(([row]) => row?.value)).toEqual(Array.from({ length: 60 }, (_, index) => 2 * index))
  await sql`create table counter (value int)`
  await sql`insert into counter values (0)`
  const add = () =>
    sql.begin(async (tx) => {
      await tx`select set_config('lock_timeout', '4s', true)`
      await tx`select value from counter for update`
      await tx`update counter set value = value + 1`
    })
  await Promise.all(Array.from({ length: 20 }, add))
  expect(await sql`select value from counter`).toEqual([{ value: 20 }])
  const limits =
    await sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`
  expect(limits).toEqual([{ lock: '0', statement: '4500ms' }])

  const changes = await createChanges(sql, log, 20)
  onTestFinished(() => changes.close())
  const received: unknown[] = []
  changes.subscribe((change) => received.push(change))
  changes.announce('marta')
  await until(() => received.length > 0)
  expect(received).toEqual([['marta']])
})

test('a pooler that does not set its sessions up is refused at start', async () => {
  const sql = await pooled((file) => file.replace(/ connect_query=.*/, ''))
  await expect(awaitPooler(sql, log)).rejects.toThrow('connect_query in deploy/pgbouncer.ini')
})
