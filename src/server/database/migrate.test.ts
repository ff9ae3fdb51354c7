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
