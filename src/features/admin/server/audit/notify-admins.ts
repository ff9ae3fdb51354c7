import { onlyRow, type Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMessage, type Message } from '#server/outbox/outbox.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import { sentenceOf, notifiedActions } from '#shared/audit-actions.ts'

/** Between two messages; later lines go into the next one. Milliseconds. */
const pauseMs = 15 * MINUTE_MS
/** Lines that one message lists; it counts the rest. */
const listedLines = 20

interface NoticeLine {
  audit_id: number
  at: string
  actor: string | null
  actor_username: string | null
  action: string
  details: Record<string, unknown>
  address: string | null
}

/**
 * Notifies every active admin of the actions that concern them all (`notifiedActions`; `docs/operations/audit-log.md`): within a minute,
 * then in one message each quarter of an hour. A message names no person who was acted on; the log does. When the only admin acts, the
 * support address is notified too: a stolen session must not report to itself alone.
 * @returns how many lines were reported
 */
export async function notifyAdmins(
  kernel: Pick<Kernel, 'sql' | 'clock' | 'secrets' | 'outbox' | 'config'>,
): Promise<number> {
  const now = Math.floor(kernel.clock.now())
  const reported = await kernel.sql.begin(async (tx) => {
    const notices = await tx<{ last_id: number; told_at: string | null }[]>`
      select last_id, told_at from audit_notice for update`
    const notice = onlyRow(notices)
    if (notice.told_at !== null && now - Date.parse(notice.told_at) < pauseMs) return 0
    const lines = await newLines(tx, notice.last_id)
    const last = lines.at(-1)
    if (last === undefined) return 0
    await tx`update audit_notice set last_id = ${last.audit_id}, told_at = ${instantText(now)}`
    for (const message of await messagesOf(tx, kernel, lines, now)) await postMessage(tx, message)
    return lines.length
  })
  if (reported > 0) kernel.outbox.wake()
  return reported
}

/** A person who erases their own profile does not act as an admin. */
function newLines(tx: Transaction, after: number): Promise<NoticeLine[]> {
  return tx<NoticeLine[]>`
    select line.audit_id, line.at, line.actor, actor.username as actor_username, line.action, line.details, line.address
      from audit_log line left join trader actor on actor.trader_id = line.actor
     where line.audit_id > ${after} and line.action = any(${[...notifiedActions]})
       and (line.actor is null or actor.is_admin)
     order by line.audit_id`
}

async function messagesOf(
  tx: Transaction,
  { secrets, config }: Pick<Kernel, 'secrets' | 'config'>,
  lines: readonly NoticeLine[],
  now: number,
): Promise<Message[]> {
  const [first, last] = [lines[0]?.audit_id ?? 0, lines.at(-1)?.audit_id ?? 0]
  const only = lines.length === 1 ? lines[0] : undefined
  const message = {
    subject:
      only !== undefined
        ? `TopTrader: ${sentenceOf(only.action, only.details).replace(/^Ha /, `${only.actor === null ? 'il server' : 'un amministratore'} ha `)}`
        : `TopTrader: ${countText(lines)}`,
    body: bodyOf(lines, config.APP_URL),
    at: instantText(now),
  }
  const cause = `audit:${first}-${last}`
  const messages: Message[] = [{ ...message, id: secrets.newId(), cause, kind: 'admin_alert' }]
  const support = config.SUPPORT_EMAIL
  if (support !== undefined && (await isTheOnlyAdmin(tx, lines))) {
    messages.push({ ...message, id: secrets.newId(), cause: `${cause}:support`, kind: 'mail', recipient: support })
  }
  return messages
}

async function isTheOnlyAdmin(tx: Transaction, lines: readonly NoticeLine[]): Promise<boolean> {
  const admins = await tx<{ trader_id: string }[]>`
    select trader_id from trader where is_admin and deactivated_at is null limit 2`
  return admins.length === 1 && lines.some(({ actor }) => actor === admins[0]?.trader_id)
}

/** The server writes lines of its own: a role that was changed in the database. */
function countText(lines: readonly NoticeLine[]): string {
  const byServer = lines.filter(({ actor }) => actor === null).length
  const byAdmins = lines.length - byServer
  const admins = format.counted(byAdmins, 'azione degli amministratori', 'azioni degli amministratori')
  if (byServer === 0) return admins
  return byAdmins === 0
    ? format.counted(byServer, 'azione del server', 'azioni del server')
    : `${admins} e ${format.count(byServer)} del server`
}

function bodyOf(lines: readonly NoticeLine[], appUrl: string): string {
  const more = lines.length - listedLines
  return [
    'Nel registro di TopTrader:',
    '',
    ...lines.slice(0, listedLines).map(lineText),
    ...(more > 0 ? [`… e ${format.counted(more, 'altra azione', 'altre azioni')}.`] : []),
    '',
    `Su chi, e con quali dettagli: ${appUrl}/?view=admin&page=audit`,
    'Se qualcuna non ti torna, chiedi a chi l’ha fatta. Se è a tuo nome e non l’hai fatta tu, cambia subito la password: le altre sessioni si chiudono.',
  ].join('\n')
}

function lineText({ audit_id: id, at, actor_username: who, action, details, address }: NoticeLine): string {
  const from = address === null ? '' : `, da ${address}`
  return `- ${format.dateTime(at)}, riga ${id}: ${who ?? 'il server'}: ${sentenceOf(action, details)}${from}`
}
