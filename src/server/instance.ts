import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** This process's start, ISO-8601 by the machine's clock. */
const startedAt = new Date(Math.floor(performance.timeOrigin)).toISOString()

/** The process that answers: several may stand behind one address. */
export const thisInstance = { name: `${hostname()}:${process.pid}`, started_at: startedAt }

/** The database's name for the sessions of an instance's job queue: PostgreSQL cuts names at 63 bytes. */
export const jobsSession = (instance: string) => `toptrader jobs ${instance.slice(-40)}`

/** The program's version in its `package.json`. */
export const programVersion = versionOf(join(import.meta.dirname, '../../package.json'))

function versionOf(file: string): string {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string }
  if (version === undefined) throw new Error(`${file} names no version`)
  return version
}
