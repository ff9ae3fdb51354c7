import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour, type Limit } from '#server/limits.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { confirmEmail, requestEmailLink } from '../email-proof-contract.ts'
import { proofLinkMs } from '../rules.ts'
import { deleteResetsOf, insertReset, lockOwner, markEmailProven, redeemReset, resetOf } from './queries.ts'

/** Links that one account requests. */
const linkLimit = perHour('email-link', 3)
/** Confirmations by link, from one address. */
const confirmLimit: Limit = { name: 'confirm-email', times: 50, windowMs: 15 * MINUTE_MS }

/**
 * Posts a new link that confirms the e-mail; earlier ones end. Wake the outbox after the commit.
 * The mail says nothing that was typed into the form: anybody may register with the address of somebody else.
 */
export async function postProofLink(
  tx: Transaction,
  kernel: Kernel,
  owner: { trader_id: string; email: string },
): Promise<void> {
  const { clock, secrets, config } = kernel
  const token = secrets.newToken()
  const now = Math.floor(clock.now())
  await deleteResetsOf(tx, owner.trader_id, 'email')
  await insertReset(tx, {
    token_hash: secrets.hashToken(token),
    trader_id: owner.trader_id,
    purpose: 'email',
    now: instantText(now),
    expires_at: instantText(now + proofLinkMs),
  })
  await postMail(tx, kernel, {
    to: owner.email,
    trader_id: owner.trader_id,
    cause: `auth:email_proof:${secrets.newId()}`,
    subject: 'TopTrader: conferma il tuo indirizzo email',
    // Behind "#" the token reaches no server. A program that opens the links of a mail confirms nothing: a person must press the button.
    body: `Qualcuno si è registrato su TopTrader con questo indirizzo. Se sei stato tu, confermalo qui entro 48 ore:\n\n${config.APP_URL}/?view=auth&form=confirm#token=${token}\n\nFino ad allora il tuo profilo non è pubblico. Se non sei stato tu non devi fare nulla: nulla verrà pubblicato.\n`,
    isSecret: true,
  })
}

/** Ends the wait for the proof, and every link for it. @returns false where nothing waited */
export async function proveEmail(tx: Transaction, traderId: string, now: string): Promise<boolean> {
  await deleteResetsOf(tx, traderId, 'email')
  return markEmailProven(tx, traderId, now)
}

/**
 * Confirms the e-mail by a link. It opens no session.
 * @throws Failure RESET_LINK_DEAD, TOO_MANY_REQUESTS
 */
export async function confirmByToken(
  kernel: Kernel,
  { token }: BodyOf<typeof confirmEmail>,
  address: string,
): Promise<ResponseOf<typeof confirmEmail>> {
  const { sql, clock, secrets } = kernel
  await countUse(kernel, confirmLimit, { address })
  const tokenHash = secrets.hashToken(token)
  const now = instantText(Math.floor(clock.now()))
  const traderId = await resetOf(sql, tokenHash, 'email', now)
  if (traderId === null) return fail('RESET_LINK_DEAD')
  await sql.begin(async (tx) => {
    // Two uses at once: one waits for the other's lock, and then finds no link any more.
    const owner = await lockOwner(tx, traderId)
    if (owner === null || owner.deactivated_at !== null) return fail('RESET_LINK_DEAD')
    if (!(await redeemReset(tx, tokenHash, now))) return fail('RESET_LINK_DEAD')
    await proveEmail(tx, traderId, now)
  })
  return { message: 'Indirizzo confermato.' }
}

/** Posts another link to the own mailbox. @throws Failure TOO_MANY_REQUESTS */
export async function resendProofLink(kernel: Kernel, traderId: string): Promise<ResponseOf<typeof requestEmailLink>> {
  const { sql, outbox } = kernel
  await countUse(kernel, linkLimit, { account: traderId })
  const isAwaited = await sql.begin(async (tx) => {
    const owner = await lockOwner(tx, traderId)
    if (owner?.email_proof !== 'awaited') return false
    await postProofLink(tx, kernel, owner)
    return true
  })
  outbox.wake()
  return isAwaited
    ? {
        message: 'Ti abbiamo inviato un nuovo link: vale 48 ore. Controlla anche la posta indesiderata.',
        is_awaited: true,
      }
    : { message: 'Il tuo indirizzo è già confermato.', is_awaited: false }
}
