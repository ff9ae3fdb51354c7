import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '#features/system/server/backup/making.ts'
import { openPlace } from '#features/system/server/backup/place.ts'
import { insertBackup, markVerified } from '#features/system/server/backup/queries.ts'
import { newPair } from '#features/system/server/backup/sealing.ts'
import { verify } from '#features/system/server/backup/verifying.ts'
import { processEnvironment, readConfig } from '#server/config.ts'
import { createSecrets } from '#server/crypto.ts'
import { connectDatabase } from '#server/database.ts'
import { Failure } from '#server/failure.ts'
import { createLog } from '#server/log.ts'
import { StartFault } from '#server/start-fault.ts'
import { createStorage } from '#server/storage.ts'
import { counted, decimal } from '#shared/format.ts'
import { openDatabase } from './database.ts'

const usage = `Uso: npm run backup [-- --new-key]

Fa un backup cifrato della base dati e dei file caricati, e lo ripristina per prova in una base dati a parte.
Il server ne fa uno da solo ogni notte; mentre è in funzione su un PostgreSQL incorporato si fa dal pannello admin.

  --new-key   stampa una coppia di chiavi, per cifrare i backup con una chiave che il server non ha

Codici di uscita: 0 fatto e provato, 1 non riuscito, 2 argomenti non validi.`

async function backUp(): Promise<boolean> {
  const config = readConfig(processEnvironment())
  const secrets = createSecrets(config)
  const { address, close } = await openDatabase(config, createLog('error'))
  const { sql, close: closePool } = connectDatabase(address, { max: 1, patient: true })
  try {
    const [schema] = await sql<{ is_made: boolean }[]>`select to_regclass('public.backup') is not null as is_made`
    if (schema?.is_made !== true) {
      throw new StartFault('La base dati è vuota, o di una versione più vecchia: avvia una volta il server.')
    }
    const place = openPlace(config)
    const parts = { place, storage: createStorage(config), signal: new AbortController().signal }
    const clock = { now: () => Date.now() }
    const made = await makeBackup({ address, config, clock, secrets }, parts, (done) => insertBackup(sql, done))
    console.log(`${config.S3_BUCKET === undefined ? join(config.DATA_DIR, 'backups', made.name) : made.name}`)
    console.log(
      `  ${counted(made.rows, 'riga', 'righe')}, ${counted(made.files, 'file', 'file')}, ${decimal(made.bytes / 1e6)} MB in ${decimal(made.duration_ms / 1000, 1)} s`,
    )
    const file = await place.read(made.name)
    if (file === null) throw new Error('the backup is gone')
    const verdict = await verify(address, file.stream as AsyncIterable<Buffer>, { secrets, fresh: made.seal })
    const isVerified = verdict?.state === 'verified'
    if (verdict !== null) {
      const verification = verdict.state === 'verified' ? null : verdict.state
      await markVerified(sql, made.name, { at: isVerified ? Date.now() : null, verification })
    }
    if (isVerified) console.log('  ripristinato per prova: ogni tabella è uguale')
    else console.error(`  non verificato: ${verdict?.fault ?? 'un’altra prova è in corso.'}`)
    return verdict?.state !== 'failed'
  } finally {
    await closePool()
    await close()
  }
}

function newKey(): void {
  const { publicKey, privateKey } = newPair()
  console.log('Nelle impostazioni del server:')
  console.log(`BACKUP_PUBLIC_KEY=${publicKey}`)
  console.log('Da tenere altrove, e mai sul server: senza questa i backup non si aprono più.')
  console.log(`BACKUP_PRIVATE_KEY=${privateKey}`)
}

let isNewKey = false
try {
  isNewKey = parseArgs({ options: { 'new-key': { type: 'boolean', default: false } } }).values['new-key']
} catch {
  console.error(usage)
  process.exit(2)
}
try {
  if (isNewKey) newKey()
  else if (!(await backUp())) process.exitCode = 1
} catch (error) {
  const isKnown = error instanceof Failure || error instanceof StartFault
  console.error(isKnown ? error.message : error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
}
