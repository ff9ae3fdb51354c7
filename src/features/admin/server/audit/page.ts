import { refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { detailLines, detailText } from '../../audit-details.ts'
import type { exportAudit, listAudit } from '../../audit-contract.ts'
import { areaOf, sentenceOf } from '#shared/audit-actions.ts'
import type { CsvColumns } from '#server/files/csv-file.ts'
import type { ListFile } from '#server/files/list-file.ts'
import {
  auditCount,
  auditInOrder,
  auditLines,
  idOf,
  lastAuditCheck,
  type AuditFilter,
  type AuditRow,
} from './queries.ts'

type Page = ResponseOf<typeof listAudit>

/**
 * Lines of the audit log with what the last nightly check found. `docs/operations/audit-log.md`.
 * @throws Failure VALIDATION: a cursor beside a page
 */
export async function auditPage({ sql, clock }: Kernel, query: QueryOf<typeof listAudit>): Promise<Page> {
  const { limit = 50, cursor, page = 1, order = 'desc' } = query
  if (cursor !== undefined && query.page !== undefined)
    refuseField('cursor', 'Usa il cursore o la pagina, non entrambi.')
  const at = instantText(Math.floor(clock.now()))
  const [filter, check] = await Promise.all([filterOf(sql, query), lastAuditCheck(sql)])
  if (filter === null) return { entries: [], total: 0, next_cursor: null, at, check }
  const place = {
    descends: order === 'desc',
    after: cursor === undefined ? null : Number(cursor),
    skip: (page - 1) * limit,
    limit: limit + 1,
  }
  const [rows, total] = await Promise.all([auditLines(sql, filter, place), auditCount(sql, filter)])
  const entries = rows.slice(0, limit)
  const next = rows.length > limit ? String(entries.at(-1)?.audit_id ?? '') : null
  return { entries, total, next_cursor: next, at, check }
}

/** Null where the filter names an unknown username: nothing matches. */
async function filterOf(
  sql: Kernel['sql'],
  query: Omit<QueryOf<typeof listAudit>, 'page'>,
): Promise<AuditFilter | null> {
  const { action = null, from = null, to = null, until = null } = query
  const textOf = (text: string | undefined) => text?.trim() || null
  const people = [textOf(query.actor), textOf(query.subject)]
  const ids = await Promise.all(people.map(async (person) => (person === null ? null : idOf(sql, person))))
  if (people.some((person, index) => person !== null && ids[index] === null)) return null
  return { action, from, to, until, actor: ids[0] ?? null, subject: ids[1] ?? null, q: textOf(query.q) }
}

const columns: CsvColumns<AuditRow> = {
  riga: (row) => row.audit_id,
  quando: { instant: (row) => row.at },
  chi: (row) => row.actor_username,
  chi_id: (row) => row.actor,
  azione: { programs: (row) => row.action, people: (row) => areaOf(row.action) },
  che_cosa: (row) => sentenceOf(row.action, row.details),
  su_chi: (row) => row.subject_username,
  su_chi_id: (row) => row.subject,
  dettagli: {
    programs: (row) => JSON.stringify(row.details),
    people: (row) => detailLines(row.details).map(detailText).join('; '),
  },
  indirizzo: (row) => row.address,
  richiesta: (row) => row.request_id,
}

/** The lines of a filter as a CSV file, in the order of the list. */
export function auditFile({ sql }: Kernel, query: QueryOf<typeof exportAudit>): ListFile<AuditRow> {
  const { action = null, from = null, to = null } = query
  return {
    name: 'registro',
    what: 'il registro',
    action: 'audit.export',
    searched: [query.q, query.actor, query.subject].some((text = '') => text.trim() !== ''),
    filters: { action, from, to },
    columns,
    dialect: query.dialect,
    batches: matching(sql, query),
  }
}

async function* matching(sql: Kernel['sql'], query: QueryOf<typeof exportAudit>): AsyncGenerator<readonly AuditRow[]> {
  const filter = await filterOf(sql, query)
  if (filter !== null) yield* auditInOrder(sql, filter, query.order !== 'asc')
}
