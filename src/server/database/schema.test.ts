import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { batchMark, contractMark, migrate, migrationsFolder } from './migrate.ts'
import { describeSchema } from './schema.ts'
import { testDatabase } from '../testing/database.ts'

const described = readFileSync('db/schema.sql', 'utf8')

test('db/schema.sql is the schema after all migrations (npm run schema:write makes it)', async () => {
  const { sql } = await testDatabase()
  expect(await describeSchema(sql)).toBe(described)
})

test('db/schema.sql makes the same schema from nothing', async () => {
  const { sql } = await testDatabase({ empty: true, max: 1 })
  await sql.unsafe(described)
  expect(await describeSchema(sql)).toBe(described)
})

test('every migration has a name that is found', () => {
  for (const name of readdirSync(migrationsFolder)) expect(name).toMatch(/^\d{12}_\w+\.sql$/)
})

test('migrations of a fresh database leave nothing to do', async () => {
  const { ownerAddress } = await testDatabase()
  expect(await migrate(ownerAddress)).toEqual([])
})

test('a migration that removes something says so: an older program cannot run on it', () => {
  const takesAway =
    /\b(?:drop\s+(?:table|column|view|function)|rename\s+(?:to|column)|set\s+not\s+null|alter\s+column\s+\w+\s+type)\b/i
  const unsaid = readdirSync(migrationsFolder)
    .filter((name) => name > '202611220910')
    .filter((name) => {
      const text = readFileSync(`${migrationsFolder}/${name}`, 'utf8')
      return takesAway.test(text.replaceAll(/--.*/g, '')) && !text.startsWith(contractMark)
    })
  expect(unsaid).toEqual([])
})

/** A statement at the start of a line; those inside functions are indented. */
const changesRows = /^(?:update|delete\s+from|insert\s+into|merge\s+into)\s+(?:only\s+)?(\w+)/gim
/** Each of these writes every row anew, or reads every row, under the lock that stops all others. */
const rewrites =
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b|\badd\s+column\s[^,;]*\bdefault\s+(?:now|random|gen_random_uuid|clock_timestamp|nextval)\b/i

/** The tables whose rows a migration changes at once, and not in batches. */
function tablesChangedAtOnce(text: string): string[] {
  if (text.startsWith(batchMark)) return []
  const statements = text.replaceAll(/--.*/g, '')
  const made = new Set([...statements.matchAll(/^create\s+(?:temporary\s+)?table\s+(\w+)/gim)].map(([, name]) => name))
  const changed = [...statements.matchAll(changesRows)].map(([, name = '']) => name).filter((name) => !made.has(name))
  return rewrites.test(statements) ? [...changed, 'a rewritten table'] : changed
}

test('a migration that changes many rows does so in batches: no sync waits for all of them', () => {
  const tables = (name: string) => tablesChangedAtOnce(readFileSync(`${migrationsFolder}/${name}`, 'utf8'))
  // The last ones from before batches; docs/operations/upgrade.md says how long they hold.
  expect(tables('202611231310_moving_columns.sql')).toEqual(['trading_account'])
  expect(tables('202611231620_worst_month.sql')).toEqual(['recent_days'])
  expect(tables('202611231700_fill_trade_sums.sql')).toEqual([])
  const found = readdirSync(migrationsFolder).filter((name) => name > '202611231710' && tables(name).length > 0)
  expect(found).toEqual([])
  expect(tablesChangedAtOnce('create table made (id int);\ninsert into made select 1;')).toEqual([])
  expect(tablesChangedAtOnce('alter table trader alter column email type varchar;')).toEqual(['a rewritten table'])
})
