import { recordAudit, type Actor } from '#server/audit.ts'
import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { handleContact, listContacts } from '../admin-contract.ts'
import { subjectLabels } from '../rules.ts'
import { inboxCounts, inboxRows, lockMessage, openMessages, setHandling, usernameOf } from './inbox-queries.ts'

/** @throws Failure VALIDATION: a cursor beside a page or another order */
export async function inboxPage(
  { sql, clock }: Kernel,
  { limit = 50, cursor, page, sort_by: by = 'created_at', order, state, q, until }: QueryOf<typeof listContacts>,
): Promise<ResponseOf<typeof listContacts>> {
  const isNumbered = page !== undefined || by !== 'created_at' || order !== undefined
  if (isNumbered && cursor !== undefined) {
    refuseField('cursor', 'Il cursore continua l’ordine per data, dal più recente: usa page con gli altri.')
  }
  const at = instantText(Math.floor(clock.now()))
  const filter = { state: state ?? null, q: q?.trim() || null, until: until ?? null }
  const place = { before: cursor ?? null, skip: ((page ?? 1) - 1) * limit, limit: limit + 1 }
  const [rows, counts] = await Promise.all([
    inboxRows(sql, filter, { by, descends: order !== 'asc' }, place),
    inboxCounts(sql, filter),
  ])
  const messages = rows.slice(0, limit).map((row) => ({ ...row, subject_text: subjectLabels[row.subject] }))
  const continues = !isNumbered && rows.length > limit
  return { messages, ...counts, at, next_cursor: continues ? (messages.at(-1)?.message_id ?? null) : null }
}

/** The number of unhandled messages. */
export const openCount = ({ sql }: Kernel): Promise<number> => openMessages(sql)

type Handled = ResponseOf<typeof handleContact>

/**
 * Stores who handled a message, and when. The first of two calls counts.
 * @throws Failure CONTACT_NOT_FOUND
 */
export function markHandled(kernel: Kernel, messageId: string, actor: Actor): Promise<Handled> {
  return setHandled(kernel, messageId, actor, true)
}

/** @throws Failure CONTACT_NOT_FOUND */
export function markOpen(kernel: Kernel, messageId: string, actor: Actor): Promise<Handled> {
  return setHandled(kernel, messageId, actor, false)
}

async function setHandled({ sql, clock }: Kernel, messageId: string, actor: Actor, handled: boolean): Promise<Handled> {
  const now = instantText(Math.floor(clock.now()))
  return sql.begin(async (tx) => {
    const held = await lockMessage(tx, messageId)
    if (held === null) return fail('CONTACT_NOT_FOUND')
    const { trader_id: writer, ...before } = held
    const isChange = (before.handled_at !== null) !== handled
    const target = handled ? { handled_at: now, handled_by: actor.trader_id } : { handled_at: null, handled_by: null }
    const after = isChange ? target : before
    if (isChange) await setHandling(tx, messageId, after)
    const by = await usernameOf(tx, after.handled_by)
    if (isChange) {
      // Never the text, nor the name of a visitor: the log outlives the message.
      const details = { message_id: messageId, ...(handled ? {} : { handled_at: before.handled_at }) }
      const action = handled ? 'contact.handle' : 'contact.reopen'
      await recordAudit(tx, actor, { action, subject: writer, details, at: now })
    }
    return {
      message: handled ? 'Messaggio segnato come gestito.' : 'Messaggio di nuovo da gestire.',
      message_id: messageId,
      handled_at: after.handled_at,
      handled_by_username: by,
    }
  })
}
