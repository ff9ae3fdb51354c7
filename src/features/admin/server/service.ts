import type { FastifyRequest } from 'fastify'
import type { Queryable, Transaction } from '#server/database.ts'
import type { AuditAction } from '../words.ts'

/** Who does something, and from where: what the audit log needs of a request. */
export interface Actor {
  trader_id: string
  address: string
  request_id: string
}

/** The actor of a request that a signed-in user makes. */
export function actorOf(request: FastifyRequest, session: { trader_id: string }): Actor {
  return { trader_id: session.trader_id, address: request.ip, request_id: request.id }
}

export interface AuditLine {
  action: AuditAction
  /** The trader whom it is about. */
  subject: string | null
  /** What changed, before and after; never a secret. */
  details: Record<string, unknown>
  /** ISO-8601. */
  at: string
}

/**
 * Writes one line of the audit log in the transaction of the change itself, so that neither stands without the other. Call it last
 * in the transaction: the log has one writer at a time until it ends.
 * @param actor null where the server does it by itself
 */
export async function recordAudit(tx: Transaction, actor: Actor | null, line: AuditLine): Promise<void> {
  await tx`
    insert into audit_log (at, actor, action, subject, details, address, request_id)
    values (${line.at}, ${actor?.trader_id ?? null}, ${line.action}, ${line.subject}, ${tx.json(line.details as never)},
            ${actor?.address ?? null}, ${actor?.request_id ?? null})`
}

/**
 * The first line that was changed, removed or put in; null where the chain holds.
 * @param pieceLines lines checked in one statement: the whole log would outgrow the time that a statement has
 */
export async function auditBrokenAt(sql: Queryable, pieceLines = 50_000): Promise<number | null> {
  let after = 0
  let hash: Buffer | null = null
  for (;;) {
    const [piece]: AuditPiece[] = await sql<AuditPiece[]>`
      select count(*) as lines, max(audit_id) as last,
             (array_agg(entry_hash order by audit_id desc))[1] as hash,
             min(audit_id) filter (where audit_id <> place or entry_hash <>
               audit_hash(previous, audit_id, at, actor, action, subject, details, address, request_id)) as broken
        from (select *, coalesce(lag(entry_hash) over by_id, ${hash}) as previous,
                     ${after} + row_number() over by_id as place
                from (select * from audit_log where audit_id > ${after} order by audit_id limit ${pieceLines}) as piece
              window by_id as (order by audit_id)) as line`
    if (piece === undefined || piece.lines === 0) return null
    if (piece.broken !== null) return piece.broken
    after = piece.last
    hash = piece.hash
  }
}

interface AuditPiece {
  lines: number
  last: number
  hash: Buffer
  broken: number | null
}
