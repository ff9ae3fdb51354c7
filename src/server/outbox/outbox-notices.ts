import { DAY_MS, instantText } from '#shared/dates.ts'
import type { Queryable } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'
import { postMessage } from './outbox.ts'

export interface Notice {
  /** One address. */
  to: string
  /** The trader who receives it. */
  trader_id: string
  /** As `Message.cause`. */
  cause: string
  subject: string
  /** Plain text. */
  body: string
  /** The text gives access to an account: only its recipient reads it. */
  isSecret?: boolean
  /** As `Message.forgetAt`. */
  forgetAt?: string | null
}

/** Notices that one mailbox receives in a day. It may be a stranger's: an account gets them before its address is proven. */
export const noticesADay = 10

const lastOne =
  '\n\nOggi ti abbiamo già scritto molte volte: altri avvisi di oggi non partono per email. Se non ti aspettavi questi messaggi, scrivi all’assistenza.\n'

/**
 * Writes a mail to one trader, in the caller's transaction; wake the outbox after the commit. Without a mail server nothing is written: it
 * would wait for ever, and admins would read it. Notices beyond `noticesADay` are stored for the trader's export and do not leave. A
 * secret notice is limited where it is requested.
 */
export async function postMail(
  tx: Queryable,
  kernel: Pick<Kernel, 'config' | 'secrets' | 'clock'>,
  { to, trader_id: traderId, cause, subject, body, isSecret = false, forgetAt = null }: Notice,
): Promise<void> {
  const { config, secrets, clock } = kernel
  if (config.SMTP_URL === undefined) return
  const id = secrets.newId()
  const at = instantText(Math.floor(clock.now()))
  const written = await postMessage(tx, {
    id,
    cause,
    kind: 'mail',
    recipient: to,
    traderId,
    subject,
    body: isSecret ? secrets.seal(body, id) : body,
    isSealed: isSecret,
    forgetAt,
    at,
  })
  if (!written || isSecret) return
  const notices = await countNotice(tx, kernel, to)
  if (notices === noticesADay) await tx`update outbox set body = body || ${lastOne} where message_id = ${id}`
  if (notices > noticesADay) {
    await tx`
      update outbox set given_up_at = ${at}, next_attempt_at = null, last_error = 'too_many_notices' where message_id = ${id}`
  }
}

/**
 * How many notices the mailbox was sent in the day that began with the first one, this one too. An address with a plus sign names the same
 * mailbox.
 */
async function countNotice(
  tx: Queryable,
  { secrets, clock }: Pick<Kernel, 'secrets' | 'clock'>,
  to: string,
): Promise<number> {
  const now = Math.floor(clock.now())
  const mailbox = to
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\+[^@]*@/, '@')
  const [row] = await tx<{ notices: number }[]>`
    insert into mailbox_count as counted (mailbox_hash, since, notices)
    values (${secrets.keyedHash(`mailbox:${mailbox}`)}, ${instantText(now)}, 1)
    on conflict (mailbox_hash) do update
      set notices = case when counted.since <= ${instantText(now - DAY_MS)} then 1 else counted.notices + 1 end,
          since = case when counted.since <= ${instantText(now - DAY_MS)} then excluded.since else counted.since end
    returning notices`
  return row?.notices ?? 1
}

/** Removes counts whose day is over. */
export async function pruneNoticeCounts({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const { count } = await sql`
    delete from mailbox_count where since <= ${instantText(Math.floor(clock.now()) - DAY_MS)}`
  return count
}
