import { Readable } from 'node:stream'
import { csvFile } from '#features/account/csv.ts'
import { countFromTrader } from '#features/auth/server/service.ts'
import { refuseField } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { exportAudit, listAudit } from '../../audit-contract.ts'
import { sentenceOf } from '../../words.ts'
import { recordAudit, type Actor } from '../service.ts'
import {
  auditCount,
  auditInParts,
  auditLines,
  idOf,
  lastAuditCheck,
  type AuditFilter,
  type AuditRow,
} from './queries.ts'

type Page = ResponseOf<typeof listAudit>

/**
 * Lines of the audit log with what the last nightly check found. `docs/operations.md`, audit.
 * @throws Failure VALIDATION: a cursor beside a page
 */
export async function auditPage({ sql }: Kernel, query: QueryOf<typeof listAudit>): Promise<Page> {
  const { limit = 50, cursor, page = 1, order = 'desc' } = query
  if (cursor !== undefined && query.page !== undefined)
    refuseField('cursor', 'Usa il cursore o la pagina, non entrambi.')
  const [filter, check] = await Promise.all([filterOf(sql, query), lastAuditCheck(sql)])
  if (filter === null) return { entries: [], total: 0, next_cursor: null, check }
  const place = {
    descends: order === 'desc',
    after: cursor === undefined ? null : Number(cursor),
    skip: (page - 1) * limit,
    limit: limit + 1,
  }
  const [rows, total] = await Promise.all([auditLines(sql, filter, place), auditCount(sql, filter)])
  const entries = rows.slice(0, limit)
  return { entries, total, next_cursor: rows.length > limit ? String(entries.at(-1)?.audit_id ?? '') : null, check }
}

/** Null where nobody has a username that is asked for: nothing matches. */
async function filterOf(sql: Kernel['sql'], query: QueryOf<typeof exportAudit>): Promise<AuditFilter | null> {
  const { action = null, from = null, to = null } = query
  const wanted = (text: string | undefined) => text?.trim() || null
  const people = [wanted(query.actor), wanted(query.subject)]
  const ids = await Promise.all(people.map(async (person) => (person === null ? null : idOf(sql, person))))
  if (people.some((person, index) => person !== null && ids[index] === null)) return null
  return { action, from, to, actor: ids[0] ?? null, subject: ids[1] ?? null, q: wanted(query.q) }
}

const exportBudget = { attempts: 10, windowMs: 3_600_000 }

const columns: Record<string, (row: AuditRow) => string | number | null> = {
  riga: (row) => row.audit_id,
  quando: (row) => row.at,
  chi: (row) => row.actor_username,
  chi_id: (row) => row.actor,
  azione: (row) => row.action,
  che_cosa: (row) => sentenceOf(row.action),
  su_chi: (row) => row.subject_username,
  su_chi_id: (row) => row.subject,
  dettagli: (row) => JSON.stringify(row.details),
  indirizzo: (row) => row.address,
  richiesta: (row) => row.request_id,
}

/**
 * The lines of a filter as a CSV file, read and written a part at a time; that somebody took it is noted first.
 * @throws Failure TOO_MANY_REQUESTS
 */
export async function auditFile(
  kernel: Kernel,
  query: QueryOf<typeof exportAudit>,
  actor: Actor,
): Promise<{ name: string; stream: Readable }> {
  const { sql, clock } = kernel
  const said = 'Hai esportato il registro molte volte nell’ultima ora.'
  await countFromTrader(kernel, { name: 'audit-export', traderId: actor.trader_id, budget: exportBudget, said })
  const at = instantText(Math.floor(clock.now()))
  const filter = await filterOf(sql, query)
  const { action = null, from = null, to = null } = query
  // Who was searched for, and what, may name somebody, and the log stays.
  const searched = [query.q, query.actor, query.subject].some((text = '') => text.trim() !== '')
  const details = { searched, action, from, to }
  await sql.begin((tx) => recordAudit(tx, actor, { action: 'audit.export', subject: null, details, at }))
  const parts = filter === null ? nothing() : auditInParts(sql, filter)
  const stream = Readable.from(csvFile(columns, parts), { objectMode: false, highWaterMark: 64 * 1024 })
  return { name: `toptrader-registro-${at.slice(0, 10)}.csv`, stream }
}

// oxlint-disable-next-line require-yield -- a file without lines
async function* nothing(): AsyncGenerator<AuditRow[]> {
  return
}
