import type { Logger } from 'pino'
import type { RecentLines } from '#server/log/recent-lines.ts'
import type { Config } from '#server/settings/config.ts'
import type { OpenDatabase } from './open-database.ts'
import { importInTurns } from './import-in-turns.ts'
import { openPort, type OpenPort } from './open-port.ts'

/** Port, log and database: they are opened before the features are loaded. */
export interface First {
  port: OpenPort
  log: Logger
  recentLines: RecentLines
  /** PostgreSQL starts and migrates while modules are loaded: each of the two takes about half a second. */
  database: Promise<OpenDatabase>
  /** Closes the port where it was not handed over, and stops the database, also one that is still starting. */
  close: (options: { leaveDatabase: boolean }) => Promise<void>
}

/** @throws StartupError where the address cannot be listened at. Errors of the database reject `database` alone. */
export async function openFirst(config: Config): Promise<First> {
  const port = await openPort(config)
  await importInTurns([
    () => import('#server/log/log.ts'),
    () => import('#server/database/database.ts'),
    () => import('#server/jobs.ts'),
  ])
  const { createLog, standardOutput } = await import('#server/log/log.ts')
  const { createRecentLines } = await import('#server/log/recent-lines.ts')
  const { openDatabase } = await import('./open-database.ts')
  const recentLines = createRecentLines()
  const log = createLog(config.LOG_LEVEL, recentLines.alongside(standardOutput()))
  const database = openDatabase(config, log)
  // `startServer` waits for it and hears of its failure; until then the failure is not an unhandled one.
  const settled = database.catch(() => null)
  return {
    port,
    log,
    recentLines,
    database,
    async close({ leaveDatabase }) {
      port.close()
      const open = await settled
      await (leaveDatabase ? open?.leave() : open?.stop())
    },
  }
}
