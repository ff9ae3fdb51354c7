import { escapeLiteral } from 'pg'
import { connectDatabase, onlyRow, type DatabaseAddress, type Sql, type Transaction } from './database.ts'
import { connectionSettings } from './settings.ts'
import { StartupError } from '../settings/startup-error.ts'

/**
 * The role with which the server reads and writes rows, and which can do nothing else: it owns nothing, and makes, changes and drops no
 * table. `docs/decisions/042-role-of-the-server.md`.
 */

/** The schemas of the product and of its job queue. */
const schemas = ['public', 'boss']

/** Two instances that start together change the same rows of the catalogue. */
const rightsLock = 74_112_013

const insufficientPrivilege = '42501'

/**
 * Makes the role of an address where it is missing, and gives it its rights. Call it after each migration: new tables have none.
 * @param owner the owner of the schema
 * @param server the address of the role; of the same database
 * @throws StartupError where the two addresses name two databases, where the role is missing and the owner may make none, or where the role
 *   may do more than read and write rows
 */
export async function prepareServerRole(owner: DatabaseAddress, server: DatabaseAddress): Promise<void> {
  const { user, password, database } = connectionSettings(server)
  if (user === undefined) throw new StartupError('DATABASE_URL: manca l’utente, e con DATABASE_OWNER_URL serve.')
  const { sql, close } = connectDatabase(owner, { max: 1, patient: true, name: 'toptrader rights' })
  try {
    await requireOneDatabase(sql, database)
    await makeRole(sql, user, typeof password === 'string' ? password : undefined)
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${rightsLock})`
      await refuseMighty(tx, user)
      await grantRights(tx, user)
    })
  } finally {
    await close()
  }
}

/** After a restore into another database an operator may have changed only one of the two addresses. */
async function requireOneDatabase(sql: Sql, named: string | undefined): Promise<void> {
  const { name } = onlyRow(await sql<{ name: string }[]>`select current_database() as name`)
  if (named === undefined || named === name) return
  throw new StartupError(
    `DATABASE_URL porta alla base dati «${named}» e DATABASE_OWNER_URL a «${name}»: devono portare alla stessa.`,
  )
}

async function makeRole(sql: Sql, user: string, password: string | undefined): Promise<void> {
  const known = await sql`select from pg_roles where rolname = ${user}`
  if (known.length > 0) return
  const secret = password === undefined ? sql.unsafe('') : sql.unsafe(`password ${escapeLiteral(password)}`)
  try {
    await sql`create role ${sql(user)} login ${secret}`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Another instance was faster: 42710 after its commit, 23505 during it.
    if (code === '42710' || code === '23505') return
    if (code !== insufficientPrivilege) throw error
    throw new StartupError(
      `L’utente ${user} di DATABASE_URL non c’è, e quello di DATABASE_OWNER_URL non può crearlo: fallo creare a un amministratore della base dati (create role ${user} login password '…'), poi riavvia.`,
      { cause: error },
    )
  }
}

/** A role that owns the tables, or reads files of the machine, would make the separation worthless. */
async function refuseMighty(tx: Transaction, user: string): Promise<void> {
  const [role] = await tx<{ is_mighty: boolean }[]>`
    select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
           or pg_has_role(oid, current_user, 'member')
           or exists (select from pg_roles granted
                       where granted.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
                         and pg_has_role(pg_roles.oid, granted.oid, 'member'))
           or exists (select from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as is_mighty
      from pg_roles where rolname = ${user}`
  if (role?.is_mighty !== true) return
  throw new StartupError(
    `L’utente ${user} di DATABASE_URL può più che leggere e scrivere righe: con DATABASE_OWNER_URL deve essere un altro utente, senza privilegi né tabelle sue.`,
  )
}

async function grantRights(tx: Transaction, user: string): Promise<void> {
  const role = tx(user)
  const [database] = await tx<{ name: string }[]>`select current_database() as name`
  // Databases that an older PostgreSQL made let everybody make tables.
  await tx`revoke create on schema public from public`
  await tx`revoke temporary on database ${tx(database?.name ?? '')} from public`
  for (const schema of schemas) {
    await tx`revoke create on schema ${tx(schema)} from ${role}`
    await tx`revoke all on all tables in schema ${tx(schema)} from ${role}`
    await tx`grant usage on schema ${tx(schema)} to ${role}`
    await tx`grant select, insert, update, delete on all tables in schema ${tx(schema)} to ${role}`
    await tx`grant usage, select on all sequences in schema ${tx(schema)} to ${role}`
  }
  await tx`revoke insert, update, delete on schema_migration from ${role}`
}
