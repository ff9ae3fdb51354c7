import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type DatabaseAddress, type Sql } from '../database/database.ts'
import { serverUser } from '../embedded-postgres/embedded-postgres-process.ts'
import { atEnd } from './at-end.ts'
import { templateName } from './global-setup.ts'

export interface TestDatabase {
  /** As the role of the server; as the owner where the database is empty. */
  sql: Sql
  /** As the owner of the schema. */
  ownerAddress: Exclude<DatabaseAddress, { url: string }>
  address: Exclude<DatabaseAddress, { url: string }>
  /** The same database on the replica, in the topology that has one. */
  replica?: TestDatabase['address']
}

/**
 * A database for the calling test, or at the top of a file for all of its tests: a clone of the migrated template (`empty`: an empty one),
 * in about 40 ms. It is dropped afterwards.
 */
export async function testDatabase(options: { empty?: boolean; max?: number } = {}): Promise<TestDatabase> {
  const cluster = inject('database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(
    (sql) => sql`create database ${sql(name)} template ${sql(options.empty ? 'template0' : templateName)}`,
  )
  // Hundreds of databases would fill the disk, and PostgreSQL would go through all of them. The hook of the first call runs last.
  atEnd(() => onCluster((sql) => sql`drop database ${sql(name)} with (force)`))
  const ownerAddress = { ...cluster, database: name }
  const address = options.empty === true ? ownerAddress : { ...ownerAddress, user: serverUser }
  const database = connectDatabase(address, { max: options.max ?? 10, pooler: placeOf(inject('pooler'), name) })
  atEnd(database.close)
  const replica = placeOf(inject('replica'), name)
  return { sql: database.sql, address, ownerAddress, ...(replica && { replica }) }
}

const placeOf = (server: TestDatabase['address'] | null, database: string) =>
  server === null ? undefined : { ...server, database }

/** Works as the owner of a test's database, without limits of time: changes its schema, or fills it. */
export async function asOwner<T>(
  { ownerAddress }: Pick<TestDatabase, 'ownerAddress'>,
  work: (sql: Sql) => PromiseLike<T>,
): Promise<T> {
  const { sql, close } = connectDatabase(ownerAddress, { max: 1, patient: true })
  try {
    return await work(sql)
  } finally {
    await close()
  }
}

/** Runs one statement on the cluster's own database. */
async function onCluster(statement: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { sql, close } = connectDatabase(inject('database'), { max: 1, patient: true })
  try {
    await statement(sql)
  } finally {
    await close()
  }
}
