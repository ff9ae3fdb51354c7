import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, isDatabaseAway, onlyRow, type Sql } from './database.ts'
import { StartupError } from '../settings/startup-error.ts'

/** On machines that start together the database may come a little later. */
const patienceMs = 20_000
const oldestVersion = 16

/**
 * Waits until the PostgreSQL of DATABASE_URL, or of DATABASE_OWNER_URL where it is given, answers.
 * @throws StartupError where it gives no answer, refuses us or is too old
 */
export async function awaitDatabase(url: string, log: Pick<Logger, 'warn'>, waitMs = patienceMs): Promise<void> {
  const { sql, close } = connectDatabase({ url }, { max: 1, name: 'toptrader start' })
  try {
    const version = await firstAnswer('Il PostgreSQL di DATABASE_URL', log, waitMs, async () => {
      const rows = await sql<
        { version: number }[]
      >`select current_setting('server_version_num')::int / 10000 as version`
      return onlyRow(rows).version
    })
    if (version < oldestVersion) {
      throw new StartupError(
        `Il PostgreSQL di DATABASE_URL è la versione ${version}: serve la ${oldestVersion} o una più nuova.`,
      )
    }
  } finally {
    await close()
  }
}

/**
 * Waits until the pooler of DATABASE_POOLER_URL answers.
 * @param sql the pool behind it
 * @throws StartupError where it gives no answer, refuses us, or does not set the sessions up that many clients share
 */
export async function awaitPooler(sql: Sql, log: Pick<Logger, 'warn'>, waitMs = patienceMs): Promise<void> {
  const { zone, limit } = await firstAnswer('Il pooler di DATABASE_POOLER_URL', log, waitMs, async () =>
    onlyRow(
      await sql<{ zone: string; limit: string }[]>`
        select current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit`,
    ),
  )
  if (zone !== 'UTC' || limit === '0') {
    throw new StartupError(
      'Il pooler di DATABASE_POOLER_URL non imposta TimeZone e statement_timeout: vedi connect_query in deploy/pgbouncer.ini.',
    )
  }
}

async function firstAnswer<T>(
  name: string,
  log: Pick<Logger, 'warn'>,
  waitMs: number,
  query: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      return await query()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isDatabaseAway(error)) throw new StartupError(`${name} rifiuta la connessione: ${reason}`, { cause: error })
      if (performance.now() > deadline) throw new StartupError(`${name} non risponde: ${reason}`, { cause: error })
      log.warn({ reason }, 'waiting for the database')
      await sleep(1_000)
    }
  }
}
