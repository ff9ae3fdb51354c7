import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { StartupError } from '../settings/startup-error.ts'
import { testDatabase } from '../testing/database.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { sql, address } = await testDatabase({ empty: true })
const write = (name: string, statements: string) => writeFileSync(join(folder, `${name}.sql`), statements)
const run = () => migrate(address, folder)

describe('forward only', () => {
  beforeEach(() => {
    write('202601010000_first', 'create table first (id int);')
    write('202601020000_second', 'create table second (id int); insert into second values (1);')
    writeFileSync(join(folder, 'notes.txt'), 'not a migration')
  })

  test('two instances at once apply each file once', async () => {
    const applied = await Promise.all([run(), run()])
    expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], ['202601010000_first', '202601020000_second']])
    expect(await sql`select id from second`).toEqual([{ id: 1 }])
  })

  test('a new file is applied, the old ones are not', async () => {
    write('202601030000_third', 'alter table second add column name text;')
    expect(await run()).toEqual(['202601030000_third'])
    expect(await run()).toEqual([])
  })

  test('a failing file leaves nothing behind, and is named', async () => {
    write('202601040000_fourth', 'create table fourth (id int); select 1/0;')
    await expect(run()).rejects.toThrow('migration 202601040000_fourth failed: division by zero')
    expect(await sql`select to_regclass('fourth') as name`).toEqual([{ name: null }])
    write('202601040000_fourth', 'create table fourth (id int);')
    expect(await run()).toEqual(['202601040000_fourth'])
  })

  test('an edited file is refused', async () => {
    write('202601010000_first', 'create table first (id bigint);')
    await expect(run()).rejects.toThrow('La migrazione 202601010000_first è stata modificata')
  })

  test('a file before the last applied one is refused', async () => {
    write('202601010001_early', 'select 1;')
    await expect(run()).rejects.toThrow('La migrazione 202601010001_early viene prima di 202601040000_fourth')
    rmSync(join(folder, '202601010001_early.sql'))
  })

  test('a missing file is refused', async () => {
    rmSync(join(folder, '202601030000_third.sql'))
    await expect(run()).rejects.toThrow(
      'è stata applicata la migrazione 202601030000_third, che questa versione non ha',
    )
  })
})

describe('beside a program that runs', () => {
  const other = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  const old = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  afterAll(() => [other, old].forEach((path) => rmSync(path, { recursive: true, force: true })))
  const put = (path: string, name: string, statements: string) => writeFileSync(join(path, `${name}.sql`), statements)
  const on = async () => (await testDatabase({ empty: true })).address

  test('a program from before an upgrade starts on a schema that only expands, and not on one that contracts', async () => {
    const place = await on()
    for (const path of [old, other]) put(path, '202601010000_first', 'create table first (id int, name text);')
    put(other, '202601020000_second', 'alter table first add column more text;')
    expect(await migrate(place, other)).toHaveLength(2)
    expect(await migrate(place, old)).toEqual([])
    put(
      other,
      '202601030000_third',
      '-- contract: nobody reads the name since 202601020000\nalter table first drop column name;',
    )
    expect(await migrate(place, other)).toEqual(['202601030000_third'])
    await expect(migrate(place, old)).rejects.toThrow(
      'è stata applicata la migrazione 202601030000_third, che questa versione non ha',
    )
  })

  test('an older register takes the new column, and a migration not known to expand is refused', async () => {
    const { sql: pool, address: place } = await testDatabase({ empty: true })
    await pool`create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz default now())`
    await pool`insert into schema_migration (name, checksum) values ('202701010000_later', 'x')`
    await expect(migrate(place, old)).rejects.toThrow('la migrazione 202701010000_later')
  })
})

describe('a migration in batches', () => {
  const own = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  afterAll(() => rmSync(own, { recursive: true, force: true }))
  const put = (name: string, statements: string) => writeFileSync(join(own, `${name}.sql`), statements)
  const first = '202601010000_first'
  const second = '202601020000_second'
  put(
    first,
    'create table first as select number as id, case number when 5 then -1 else 0 end as done from generate_series(1, 7) as number',
  )
  // The fifth row cannot be changed while it is marked.
  put(
    second,
    `-- batches: two rows at a time
with batch as (update first set done = done + 1, id = id / (case done when -1 then 0 else 1 end)
                where id in (select id from first where id > coalesce($1::int, 0) order by id limit 2) returning id)
select max(id)::text as last, count(*)::int as rows from batch having count(*) > 0`,
  )

  test('keeps the batches that are done where one fails, begins again, and counts as applied at its end alone', async () => {
    const { sql: pool, address: place } = await testDatabase({ empty: true })
    const batches: [string, number][] = []
    const migrateHere = () => migrate(place, own, { onBatch: (name, changed) => batches.push([name, changed]) })
    const done = async () => (await pool<{ done: number }[]>`select done from first order by id`).map((row) => row.done)
    await expect(migrateHere()).rejects.toThrow(`migration ${second} failed: division by zero`)
    expect(await done()).toEqual([1, 1, 1, 1, -1, 0, 0])
    expect(await pool`select name from schema_migration`).toEqual([{ name: first }])
    await pool`update first set done = 0 where id = 5`
    batches.length = 0
    expect(await migrateHere()).toEqual([second])
    expect(await done()).toEqual([2, 2, 2, 2, 1, 1, 1])
    expect(batches).toEqual([2, 4, 6, 7].map((changed) => [second, changed]))
    expect(await migrateHere()).toEqual([])
  })
})

test('a replaced text is applied where the earlier one was not, and names its checksum', async () => {
  const own = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  const put = (statements: string) => writeFileSync(join(own, '202601010000_first.sql'), statements)
  const earlier = 'create table first (id int);'
  const checksum = createHash('sha256').update(earlier).digest('hex')
  const { address: place, sql: pool } = await testDatabase({ empty: true })
  put(earlier)
  await migrate(place, own)
  put('-- replaces the earlier text\ncreate table first (id int);')
  await expect(migrate(place, own)).rejects.toThrow('è stata modificata')
  put(`-- replaces ${checksum}: it was slow\ncreate table first (id int);`)
  expect(await migrate(place, own)).toEqual([])
  expect(await pool`select checksum from schema_migration`).toEqual([{ checksum }])
})

test('a role that may not make an extension reads what to do; once an administrator made it, the migration passes', async () => {
  const { sql: own, address: place } = await testDatabase({ empty: true })
  const role = `limited_${place.database}`
  await own`create role ${own(role)} login`
  onTestFinished(async () => {
    await own`drop owned by ${own(role)} cascade`
    await own`drop role ${own(role)}`
  })
  await own`grant create, usage on schema public to ${own(role)}`
  const asLimited = () => migrate({ ...place, user: role })
  const sentence = 'manca l’estensione pg_trgm e questo utente non può crearla: '
  await expect(asLimited()).rejects.toThrow(sentence)
  await expect(asLimited()).rejects.toThrow(StartupError)
  await own`create extension pg_trgm`
  expect(await asLimited()).toContain('202611231255_text_search')
})
