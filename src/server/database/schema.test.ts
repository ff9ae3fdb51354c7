import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractMark, migrate, migrationsFolder } from './migrate.ts'
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
