import type { Logger } from 'pino'
import type { Config } from '#server/settings/config.ts'
import type { DatabaseAddress } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'

/** The database that the settings name, as the owner of its schema, for a script: the built-in one is started, and stopped by `close`. */
export async function openDatabase(
  { DATABASE_URL, DATABASE_OWNER_URL: url = DATABASE_URL, DATA_DIR }: Config,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
  if (url !== undefined) return { address: { url }, close: () => Promise.resolve() }
  const postgres = await startEmbeddedPostgres(DATA_DIR, log)
  return { address: postgres.address, close: () => postgres.stop() }
}
