import type { FastifyRequest } from 'fastify'
import type { Transaction } from './database/database.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

/** The person who acts, and the address: the part of a request that the audit log needs. */
export interface Actor {
  trader_id: string
  address: string
  request_id: string
}

/** The actor of a signed-in user's request. */
export function actorOf(request: FastifyRequest, session: { trader_id: string }): Actor {
  return { trader_id: session.trader_id, address: request.ip, request_id: request.id }
}

interface AuditLine {
  action: AuditAction
  /** The trader whom the change concerns. */
  subject: string | null
  /** The change, before and after; never a secret. */
  details: Record<string, unknown>
  /** ISO-8601. */
  at: string
}

/**
 * Writes one line of the audit log in the change's own transaction: both are stored, or neither is. Call it last in the transaction: until
 * it ends, no other transaction writes to the log.
 * @param actor null where the server acts by itself
 */
export async function recordAudit(tx: Transaction, actor: Actor | null, line: AuditLine): Promise<void> {
  await tx`
    insert into audit_log (at, actor, action, subject, details, address, request_id)
    values (${line.at}, ${actor?.trader_id ?? null}, ${line.action}, ${line.subject}, ${tx.json(line.details as never)},
            ${actor?.address ?? null}, ${actor?.request_id ?? null})`
}
