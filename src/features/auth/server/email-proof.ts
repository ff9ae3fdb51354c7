import { isDatabaseAway, type Transaction } from '#server/database/database.ts'
import { fail, Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour, type Limit } from '#server/limits.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { confirmEmail, requestEmailLink } from '../email-proof-contract.ts'
import type { ConfirmOutcome } from '../link-address.ts'
import { proofLinkMs } from '../rules.ts'
import { postLink, redeemLink, type MailedLink } from './mailed-link.ts'
import { deleteResetsOf, lockOwner, markEmailProven, resetOf } from './queries.ts'

/** Links that one account requests. */
const linkLimit = perHour('email-link', 3)
/** Confirmations by link, from one address. */
const confirmLimit: Limit = { name: 'confirm-email', times: 50, windowMs: 15 * MINUTE_MS }

/** The mail holds nothing that was typed into the form: anybody may register with the address of somebody else. */
const proofLink: MailedLink = {
  purpose: 'email',
  // A program that opens the links of a mail confirms nothing: a person must press the button.
  form: 'confirm',
  validMs: proofLinkMs,
  cause: 'auth:email_proof',
  subject: 'TopTrader: conferma il tuo indirizzo email',
  body: (address) =>
    `Qualcuno si è registrato su TopTrader con questo indirizzo. Se sei stato tu, confermalo qui entro 48 ore:\n\n${address}\n\nFino ad allora il tuo profilo non è pubblico. Se non sei stato tu, non devi fare nulla: nulla verrà pubblicato.\n`,
}

/** Posts a new link that confirms the e-mail; earlier ones end. Wake the outbox after the commit. */
export const postProofLink = (
  tx: Transaction,
  kernel: Kernel,
  owner: { trader_id: string; email: string },
): Promise<void> => postLink(tx, kernel, owner, proofLink)

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
    await redeemLink(tx, { traderId, tokenHash }, now)
    await proveEmail(tx, traderId, now)
  })
  kernel.changes.announce(traderId)
  return { message: 'Indirizzo confermato.' }
}

/** Confirms the e-mail for a page without scripts, which shows what it came to. */
export async function outcomeOf(...given: Parameters<typeof confirmByToken>): Promise<ConfirmOutcome> {
  try {
    await confirmByToken(...given)
    return 'confirmed'
  } catch (error) {
    if (error instanceof Failure && error.code === 'RESET_LINK_DEAD') return 'dead'
    if (isDatabaseAway(error) || (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS')) return 'later'
    throw error
  }
}

/** Posts another link to the own mailbox, where one is awaited and mail is set up. @throws Failure TOO_MANY_REQUESTS */
export async function resendProofLink(kernel: Kernel, traderId: string): Promise<ResponseOf<typeof requestEmailLink>> {
  const { sql, outbox, config } = kernel
  await countUse(kernel, linkLimit, { account: traderId })
  const proof = await sql.begin(async (tx) => {
    const owner = await lockOwner(tx, traderId)
    if (owner?.email_proof === 'awaited' && config.SMTP_URL !== undefined) await postProofLink(tx, kernel, owner)
    return owner?.email_proof
  })
  if (proof !== 'awaited') {
    const message =
      proof === 'proven'
        ? 'Il tuo indirizzo è già confermato.'
        : 'Al tuo account la conferma dell’indirizzo non è chiesta.'
    return { message, is_awaited: false }
  }
  if (config.SMTP_URL === undefined) {
    const message = 'Ora non possiamo inviarti il link: scrivi all’assistenza, che può confermare il tuo indirizzo.'
    return { message, is_awaited: true }
  }
  outbox.wake()
  return {
    message: 'Ti abbiamo inviato un nuovo link: vale 48 ore. Controlla anche la posta indesiderata.',
    is_awaited: true,
  }
}
