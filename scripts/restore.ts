import { parseArgs } from 'node:util'
import { BackupError } from '#features/system/server/backup/archive/error.ts'
import { recordRestore, restoreFile, type Restored } from '#features/system/server/backup/restore.ts'
import { processEnvironment, readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { makeDataFolder } from '#server/settings/data-folder.ts'
import { createLog } from '#server/log/log.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { createStorage } from '#server/files/storage.ts'
import { count, counted, dateTime } from '#shared/format/format.ts'
import { openDatabase } from './database.ts'

const usage = `Uso: npm run restore -- FILE [--database-url URL]

Ripristina un backup in una base dati vuota e rimette i file caricati che mancano.

  --database-url URL   la base dati in cui ripristinare; senza, quella delle impostazioni: DATABASE_URL,
                       oppure il PostgreSQL incorporato in DATA_DIR (a server spento)

Le impostazioni sono quelle del server (.env). Serve la SECRET_KEY con cui il backup fu cifrato, oppure
BACKUP_PRIVATE_KEY se fu cifrato per una chiave pubblica.

Codici di uscita: 0 fatto, 1 non ripristinato (la base dati resta vuota), 2 argomenti non validi.`

function readArguments(): { file: string; url: string | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'database-url': { type: 'string' } },
  })
  const [file, extra] = positionals
  if (file === undefined) throw new Error(`Manca il file del backup.\n\n${usage}`)
  if (extra !== undefined) throw new Error(`Un file solo: "${extra}" è di troppo.`)
  return { file, url: values['database-url'] }
}

async function restore(file: string, url: string | undefined): Promise<void> {
  const given = processEnvironment()
  const config = readConfig(
    url === undefined
      ? given
      : {
          ...given,
          DATABASE_URL: url,
          DATABASE_URL_FILE: undefined,
          DATABASE_OWNER_URL: undefined,
          DATABASE_OWNER_URL_FILE: undefined,
        },
  )
  const keys = { secrets: createSecrets(config), privateKey: given['BACKUP_PRIVATE_KEY']?.trim() }
  makeDataFolder(config.DATA_DIR)
  const startedAt = performance.now()
  const { address, close } = await openDatabase(config, createLog('error'))
  try {
    console.log(`Controllo ${file}, poi ripristino.`)
    const onTable = (table: string, rows: number) => {
      if (rows > 0) console.log(`  ${table}: ${counted(rows, 'riga', 'righe')}`)
    }
    const restored = await restoreFile(file, { address, storage: createStorage(config), onTable }, keys)
    await recordRestore(address, restored)
    console.log(summary(restored, performance.now() - startedAt))
  } finally {
    await close()
  }
}

function summary(restored: Restored, ms: number): string {
  const { tables, rows, files, files_added: added, made_at: madeAt, schema, migrated } = restored
  return [
    `Fatto in ${count(Math.ceil(ms / 1000))} s: il backup del ${dateTime(madeAt)} è ripristinato, e ogni tabella è uguale a com’era.`,
    `  ${counted(tables, 'tabella', 'tabelle')}, ${counted(rows, 'riga', 'righe')}.`,
    `  File caricati: ${count(files)} nel backup, ${count(added)} aggiunti; quelli che c’erano restano come sono.`,
    migrated.length === 0
      ? `  Schema: ${schema}, l’ultimo.`
      : `  Schema: era ${schema}, portato avanti con ${migrated.join(', ')}.`,
    'Chi è stato eliminato dopo il backup viene eliminato di nuovo all’avvio del server, se la cartella uploads/erased è rimasta al suo posto.',
  ].join('\n')
}

let requested: ReturnType<typeof readArguments>
try {
  requested = readArguments()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}
try {
  await restore(requested.file, requested.url)
} catch (error) {
  const isKnown = error instanceof BackupError || error instanceof StartupError
  console.error(isKnown ? error.message : error instanceof Error ? error.stack : String(error))
  console.error('Non è stato ripristinato niente.')
  process.exitCode = 1
}
