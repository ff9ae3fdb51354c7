import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { awaitDatabase } from './database-ready.ts'
import { connectDatabase, isDatabaseAway } from './database.ts'
import { testDatabase } from '../testing/database.ts'
import { openGate } from '../testing/tcp.ts'

const { sql, address } = await testDatabase({ empty: true })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a refused connection counts as away, whatever the kind of address', async () => {
  for (const place of [{ url: 'postgres://nobody@127.0.0.1:1/none' }, { ...address, host: '/nowhere' }]) {
    const { sql: none, close } = connectDatabase(place)
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(none`select 1`)))
    expect(failures.every(isDatabaseAway)).toBe(true)
    await close()
  }
})

test('an ended session counts as away, and the pool goes on', async () => {
  const pid = sql`select pg_backend_pid() as pid, pg_sleep(5)`
  const failure = failureOf(pid)
  while (
    (
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(5)%' and pid <> pg_backend_pid() and datname = current_database()`
    ).length === 0
  );
  expect(isDatabaseAway(await failure)).toBe(true)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('our own error does not count as the database’s absence', async () => {
  expect(isDatabaseAway(await failureOf(sql`select 1/0`))).toBe(false)
  expect(isDatabaseAway(await failureOf(sql`select nothing`))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  expect(isDatabaseAway('text')).toBe(false)
})

test('transactions roll back on a throw', async () => {
  await sql`create table kept (id int)`
  await failureOf(
    sql.begin(async (transaction) => {
      await transaction`insert into kept values (1)`
      throw new Error('no')
    }),
  )
  expect(await sql`select id from kept`).toEqual([])
})

test('a database that stays away, or refuses us, is reported in a sentence', async () => {
  const log = { warn: () => undefined }
  await expect(awaitDatabase('postgres://nobody@127.0.0.1:1/none', log, 100)).rejects.toThrow('non risponde: ')
  const wrong = await openGate({ ...address, database: 'none' })
  await expect(awaitDatabase(wrong.url, log, 100)).rejects.toThrow(
    'rifiuta la connessione: database "none" does not exist',
  )
  const { url } = await openGate(address)
  await awaitDatabase(url, log, 100)
})

test('an address leads to another database of the same server', async () => {
  const gate = await openGate(address)
  const { sql: there, close } = connectDatabase({ url: gate.url, database: 'postgres' }, { max: 1 })
  expect(await there`select current_database() as name`).toEqual([{ name: 'postgres' }])
  await close()
})

test('a patient pool has no time limits, whatever those of the database are', async () => {
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await sql.unsafe(`alter database ${address.database} set ${limit} = 1000`)
    const { sql: patient, close } = connectDatabase(address, { max: 1, patient: true })
    expect(await patient`select current_setting(${limit}) as value`).toEqual([{ value: '0' }])
    await close()
  }
})

test('a program ends as soon as its pool is closed', () => {
  const program = `
    const { connectDatabase } = await import(${JSON.stringify(new URL('database.ts', import.meta.url).href)})
    const { sql, close } = connectDatabase(${JSON.stringify(address)})
    await sql.unsafe('select 1')
    await close()
    const closed = performance.now()
    process.once('exit', () => console.log(performance.now() - closed))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(Number(output)).toBeLessThan(1_000)
})
