import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, isDatabaseAway } from './database.ts'
import { StartupError } from '../settings/startup-error.ts'

/** On machines that start together the database may come a little later. */
const patienceMs = 20_000
const oldestVersion = 16

/**
 * Waits until the PostgreSQL of DATABASE_URL answers.
 * @throws StartupError where it gives no answer, refuses us or is too old
 */
export async function awaitDatabase(url: string, log: Pick<Logger, 'warn'>, waitMs = patienceMs): Promise<void> {
  const deadline = performance.now() + waitMs
  const { sql, close } = connectDatabase({ url }, { max: 1, name: 'toptrader start' })
  try {
    for (;;) {
      try {
        const [row] = await sql<
          { version: number }[]
        >`select current_setting('server_version_num')::int / 10000 as version`
        if (row && row.version < oldestVersion) {
          throw new StartupError(
            `Il PostgreSQL di DATABASE_URL è la versione ${row.version}: serve la ${oldestVersion} o una più nuova.`,
          )
        }
        return
      } catch (error) {
        if (error instanceof StartupError) throw error
        const reason = error instanceof Error ? error.message : String(error)
        if (!isDatabaseAway(error))
          throw new StartupError(`Il PostgreSQL di DATABASE_URL rifiuta la connessione: ${reason}`, { cause: error })
        if (performance.now() > deadline)
          throw new StartupError(`Il PostgreSQL di DATABASE_URL non risponde: ${reason}`, { cause: error })
        log.warn({ reason }, 'waiting for the database')
        await sleep(1_000)
      }
    }
  } finally {
    await close()
  }
}
