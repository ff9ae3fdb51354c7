import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { completeBytes, copyToFolder, newestVerified } from '#features/system/server/backup/copy.ts'
import { makeBackup } from '#features/system/server/backup/make.ts'
import { openBackupStore } from '#features/system/server/backup/store/open.ts'
import { insertBackup, recordVerification } from '#features/system/server/backup/queries.ts'
import { newKeyPair } from '#features/system/server/backup/archive/encryption.ts'
import { verifyBackup } from '#features/system/server/backup/verify.ts'
import { processEnvironment, readConfig, type Config } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase, type DatabaseAddress, type Sql } from '#server/database/database.ts'
import { Failure } from '#server/http/failure.ts'
import { createLog } from '#server/log/log.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { createStorage } from '#server/files/storage.ts'
import { counted, decimal } from '#shared/format/format.ts'
import { openDatabase } from './database.ts'

const usage = `Uso: npm run backup [-- --copy-to CARTELLA | --new-key]

Fa un backup cifrato della base dati e dei file caricati, e lo ripristina per prova in una base dati a parte.
Il server ne fa uno da solo ogni notte; mentre è in funzione su un PostgreSQL incorporato si fa dal pannello admin.

  --copy-to CARTELLA   non ne fa uno: copia nella cartella l’ultimo backup provato, se non c’è già; con - lo scrive
                       sull’uscita standard (node scripts/backup.ts --copy-to - > FILE)
  --new-key            stampa una coppia di chiavi, per cifrare i backup con una chiave che il server non ha

Codici di uscita: 0 fatto e provato, o copiato; 1 non riuscito, 2 argomenti non validi.`

/** Runs work with the database of the settings, then closes it. */
async function withDatabase<T>(work: (config: Config, sql: Sql, address: DatabaseAddress) => Promise<T>): Promise<T> {
  const config = readConfig(processEnvironment())
  const { address, close } = await openDatabase(config, createLog('error'))
  const { sql, close: closePool } = connectDatabase(address, { max: 1, patient: true })
  try {
    const [schema] = await sql<{ is_made: boolean }[]>`select to_regclass('public.backup') is not null as is_made`
    if (schema?.is_made !== true) {
      throw new StartupError('La base dati è vuota, o di una versione più vecchia: avvia una volta il server.')
    }
    return await work(config, sql, address)
  } finally {
    await closePool()
    await close()
  }
}

async function backUp(config: Config, sql: Sql, address: DatabaseAddress): Promise<boolean> {
  const secrets = createSecrets(config)
  const store = openBackupStore(config)
  const parts = { store, storage: createStorage(config), signal: new AbortController().signal }
  const clock = { now: () => Date.now() }
  const made = await makeBackup({ address, config, clock, secrets }, parts, (done) => insertBackup(sql, done))
  console.log(`${config.S3_BUCKET === undefined ? join(config.DATA_DIR, 'backups', made.name) : made.name}`)
  console.log(
    `  ${counted(made.rows, 'riga', 'righe')}, ${counted(made.files, 'file', 'file')}, ${decimal(made.bytes / 1e6)} MB in ${decimal(made.duration_ms / 1000, 1)} s`,
  )
  const read = async () => (await store.read(made.name))?.stream ?? null
  const verdict = await verifyBackup(address, read, { secrets, identity: made.identity })
  if (verdict === null) throw new Error('the backup is gone')
  const isVerified = verdict.state === 'verified'
  const verification = verdict.state === 'verified' ? null : verdict.state
  await recordVerification(sql, made.name, { at: isVerified ? Date.now() : null, verification })
  if (verdict.state === 'verified') console.log('  ripristinato per prova: ogni tabella è uguale')
  else console.error(`  non verificato: ${verdict.reason}`)
  return verdict.state !== 'failed'
}

/** @param folder `-`: to standard output */
async function copyTo(folder: string, config: Config, sql: Sql): Promise<void> {
  if (folder === '-' && process.stdout.isTTY)
    throw new StartupError('Un backup non si legge a schermo: scrivilo in un file.')
  const found = await newestVerified(sql, openBackupStore(config))
  if (found === null) throw new StartupError('Non c’è nessun backup provato da copiare.')
  const size = `${decimal(found.bytes / 1e6)} MB`
  if (folder === '-') {
    await pipeline(completeBytes(found), process.stdout, { end: false })
    console.error(`${found.name}: ${size}`)
  } else {
    const isNew = await copyToFolder(folder, found)
    console.log(`${join(folder, found.name)}: ${isNew ? `copiato, ${size}` : 'c’è già'}`)
  }
}

async function newKey(): Promise<void> {
  const { publicKey, privateKey } = await newKeyPair()
  console.log('Nelle impostazioni del server:')
  console.log(`BACKUP_PUBLIC_KEY=${publicKey}`)
  console.log('Da tenere altrove, e mai sul server: senza questa i backup non si aprono più.')
  console.log(`BACKUP_PRIVATE_KEY=${privateKey}`)
}

function readArguments() {
  const options = { 'new-key': { type: 'boolean', default: false }, 'copy-to': { type: 'string' } } as const
  const { 'new-key': isNewKey, 'copy-to': folder } = parseArgs({ options }).values
  if (folder === '' || (isNewKey && folder !== undefined)) throw new Error('one of the two')
  return { isNewKey, folder }
}

let requested: ReturnType<typeof readArguments>
try {
  requested = readArguments()
} catch {
  console.error(usage)
  process.exit(2)
}
const { isNewKey, folder } = requested
try {
  if (isNewKey) await newKey()
  else if (folder !== undefined) await withDatabase((config, sql) => copyTo(folder, config, sql))
  else if (!(await withDatabase(backUp))) process.exitCode = 1
} catch (error) {
  const isKnown = error instanceof Failure || error instanceof StartupError
  console.error(isKnown ? error.message : error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
}
