import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type DatabaseAddress, type Sql } from '#server/database/database.ts'
import { templateName } from '#server/testing/global-setup.ts'

/** A migrated database for one story, thrown away at its end: thousands of them fit into one run. */
export async function storyDatabase(): Promise<{ address: DatabaseAddress; drop: () => Promise<void> }> {
  const cluster = inject('database')
  const database = `story_${randomUUID().replaceAll('-', '')}`
  const maintain = async (work: (sql: Sql) => Promise<unknown>) => {
    const { sql, close } = connectDatabase(cluster, { max: 1, patient: true })
    await work(sql)
    await close()
  }
  await maintain((sql) => sql`create database ${sql(database)} template ${sql(templateName)}`)
  return {
    address: { ...cluster, database },
    drop: () => maintain((sql) => sql`drop database ${sql(database)} with (force)`),
  }
}
