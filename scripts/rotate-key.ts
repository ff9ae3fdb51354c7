import { parseArgs } from 'node:util'
import { processEnvironment, readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase } from '#server/database/database.ts'
import { createLog } from '#server/log/log.ts'
import { keysInUse, reseal } from '#server/settings/resealing.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { counted } from '#shared/format/format.ts'
import { sealedColumns } from './sealed-columns.ts'
import { openDatabase } from './database.ts'

const usage = `Uso: npm run rotate-key [-- --check]

Cifra di nuovo, con la prima chiave di SECRET_KEY, tutto ciò che nella base dati è cifrato con un’altra, e conta con quali chiavi è
cifrato che cosa. Si può interrompere e ripetere, anche con i server in funzione (con il PostgreSQL incorporato: a server spento).

  --check   conta soltanto

Codici di uscita: 0 tutto è cifrato con la prima chiave, 1 qualcosa non lo è, 2 argomenti non validi.`

async function rotate(isCheck: boolean): Promise<boolean> {
  const config = readConfig(processEnvironment())
  const secrets = createSecrets(config)
  const { address, close } = await openDatabase(config, createLog('error'))
  const { sql, close: closePool } = connectDatabase(address, { max: 1, name: 'toptrader rotate-key' })
  let isWhole = true
  try {
    const [schema] = await sql<{ is_made: boolean }[]>`select to_regclass('public.trader') is not null as is_made`
    if (schema?.is_made !== true) throw new StartupError('La base dati è vuota: non c’è niente di cifrato.')
    console.log(`La chiave che cifra è "${secrets.sealingKey}".`)
    for (const { what, column } of sealedColumns) {
      const done = isCheck ? null : await reseal({ sql, secrets }, column)
      const inUse = await keysInUse(sql, column)
      const found = [...inUse].map(([key, count]) => `"${key}" ${counted(count, 'valore', 'valori')}`).join(', ')
      const moved = done === null ? '' : `, ${counted(done.moved, 'cifrato', 'cifrati')} di nuovo`
      console.log(`  ${what} (${column.table}): ${found || 'nessun valore'}${moved}`)
      if (done !== null && done.unreadable.length > 0) {
        const ids = done.unreadable.slice(0, 5).join(', ')
        console.error(
          `    ${counted(done.unreadable.length, 'valore non si apre', 'valori non si aprono')} con nessuna chiave di SECRET_KEY: ${ids}`,
        )
      }
      if ([...inUse.keys()].some((key) => key !== secrets.sealingKey)) isWhole = false
    }
  } finally {
    await closePool()
    await close()
  }
  if (isWhole) console.log('Nella base dati niente è cifrato con un’altra chiave.')
  else console.error('Nella base dati c’è ancora qualcosa cifrato con un’altra chiave: tienila, e ripeti il comando.')
  return isWhole
}

let isCheck = false
try {
  isCheck = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values.check
} catch {
  console.error(usage)
  process.exit(2)
}
try {
  if (!(await rotate(isCheck))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
}
