import { createChanges } from '../changes.ts'
import { connectDatabase, isDatabaseAway } from '../database/database.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { StartupError } from '../settings/startup-error.ts'

/** A process for the tests that kill: the embedded database of the folder in argv. It speaks in lines of JSON. */
export interface Report {
  ready?: true
  error?: string
  note?: string
  received?: unknown
  away?: boolean
}

const [folder = ''] = process.argv.slice(2)
const report = (report: Report) => process.send?.(report)
const note = (...parts: unknown[]) => void report({ note: parts.filter((part) => typeof part === 'string').join(' ') })

try {
  const log = { info: note, warn: note, error: note }
  const postgres = await startEmbeddedPostgres(folder, log)
  const { sql, close } = connectDatabase(postgres.address)
  await sql`create table if not exists visit (at timestamptz not null default now())`
  await sql`insert into visit default values`
  const changes = await createChanges(sql, log, 20)
  changes.subscribe((received) => report({ received }))
  process.on('message', (message) => {
    if (message === 'announce') changes.announce('somebody')
    if (message === 'query') {
      sql`insert into visit default values`.then(
        () => report({ away: false }),
        (error: unknown) => (isDatabaseAway(error) ? report({ away: true }) : report({ error: String(error) })),
      )
    }
  })
  process.once('SIGTERM', async () => {
    await changes.close()
    await close()
    await postgres.stop()
    process.exit(0)
  })
  report({ ready: true })
} catch (error) {
  report({ error: error instanceof StartupError ? error.message : String(error) })
  process.exit(1)
}
