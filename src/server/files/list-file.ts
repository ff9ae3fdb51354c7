import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvFile, type CsvColumns, type CsvDialect } from './csv-file.ts'
import type { Kernel } from '../kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit, type Actor } from '../audit.ts'
import { countUse, perHour } from '../limits.ts'
import { contentTypes } from '../http/content.ts'

export interface ListFile<R> {
  /** The file's name, up to the day. */
  name: string
  /** The exported thing as the limit's sentence names it: `l’elenco`. */
  what: string
  action: Extract<AuditAction, `${string}.export`>
  /** Whether the list was searched. The searched text may name a person, and the audit log is permanent: it is left out. */
  searched: boolean
  filters: Record<string, string | null>
  columns: CsvColumns<R>
  dialect: CsvDialect
  batches: AsyncIterable<readonly R[]>
}

/**
 * Sends a list as a CSV file, read and written a batch at a time; ten in an hour of each kind. The audit log notes the export first.
 * @throws Failure TOO_MANY_REQUESTS
 */
export async function sendListFile<R>(
  kernel: Kernel,
  reply: FastifyReply,
  actor: Actor,
  { name, what, action, searched, filters, columns, dialect, batches }: ListFile<R>,
): Promise<FastifyReply> {
  const limit = perHour(action.replace('.', '-'), 10, `Hai esportato ${what} molte volte nell’ultima ora.`)
  await countUse(kernel, limit, { account: actor.trader_id })
  const at = instantText(Math.floor(kernel.clock.now()))
  const details = { searched, ...filters }
  await kernel.sql.begin((tx) => recordAudit(tx, actor, { action, subject: null, details, at }))
  return reply
    .headers({
      'content-disposition': `attachment; filename="toptrader-${name}-${at.slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
    })
    .type(contentTypes.csv)
    .send(Readable.from(csvFile(columns, batches, dialect), { objectMode: false, highWaterMark: 64 * 1024 }))
}
