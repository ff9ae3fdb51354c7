import type { FastifyRequest } from 'fastify'
import type { Transaction } from './database/database.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

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

interface AuditLine {
  action: AuditAction
  /** The trader whom it is about. */
  subject: string | null
  /** The change, before and after; never a secret. */
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
