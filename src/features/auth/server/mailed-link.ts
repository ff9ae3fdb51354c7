import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { instantText } from '#shared/dates.ts'
import { linkAddress, type LinkForm } from '../link-address.ts'
import { deleteResetsOf, insertReset, lockOwner, redeemReset, type LinkPurpose, type LockedOwner } from './queries.ts'

/** A link that only the reader of a mailbox has, and its mail. */
export interface MailedLink {
  purpose: LinkPurpose
  /** The form of the page that redeems it. */
  form: LinkForm
  /** How long it is valid, in milliseconds. */
  validMs: number
  /** As `Message.cause`; an id follows. */
  cause: string
  subject: string
  /** Plain text around the address of the link. */
  body: (address: string) => string
}

/** Posts a new link to its owner; earlier ones of its purpose end. Wake the outbox after the commit. */
export async function postLink(
  tx: Transaction,
  kernel: Kernel,
  owner: { trader_id: string; email: string },
  { purpose, form, validMs, cause, subject, body }: MailedLink,
): Promise<void> {
  const { clock, secrets, config } = kernel
  const token = secrets.newToken()
  const now = Math.floor(clock.now())
  await deleteResetsOf(tx, owner.trader_id, purpose)
  await insertReset(tx, {
    token_hash: secrets.hashToken(token),
    trader_id: owner.trader_id,
    purpose,
    now: instantText(now),
    expires_at: instantText(now + validMs),
  })
  await postMail(tx, kernel, {
    to: owner.email,
    trader_id: owner.trader_id,
    cause: `${cause}:${secrets.newId()}`,
    subject,
    // The page's script removes the token from the address at once.
    body: body(config.APP_URL + linkAddress(form, token)),
    isSecret: true,
  })
}

/**
 * Redeems a link of this trader: of two uses at once one waits for the other's lock, and then finds no link any more.
 * @param now ISO-8601
 * @throws Failure RESET_LINK_DEAD
 */
export async function redeemLink(
  tx: Transaction,
  { traderId, tokenHash }: { traderId: string; tokenHash: Buffer },
  now: string,
): Promise<LockedOwner> {
  const owner = await lockOwner(tx, traderId)
  if (owner === null || owner.deactivated_at !== null) return fail('RESET_LINK_DEAD')
  if (!(await redeemReset(tx, tokenHash, now))) return fail('RESET_LINK_DEAD')
  return owner
}
