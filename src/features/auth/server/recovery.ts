import type { Transaction } from '#server/database/database.ts'
import { fail, refuseFields } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, mayUse, perHour, type Limit } from '#server/limits.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { passwordsDiffer } from '#shared/field-texts.ts'
import type { forgotPassword, resetPassword } from '../recovery-contract.ts'
import { foldedName, passwordProblem, resetLinkMs } from '../rules.ts'
import { proveEmail } from './email-proof.ts'
import { clearAllGuesses } from './guesses.ts'
import { postLink, redeemLink, type MailedLink } from './mailed-link.ts'
import { notifyOwner } from './owner-mails.ts'
import {
  credentialsByEmail,
  credentialsById,
  deleteOtherSessions,
  lockOwner,
  resetOf,
  setPasswordHash,
  deleteResetsOf,
  type Credentials,
} from './queries.ts'

/** Links for a new password, requested from one address. */
const forgotLimit = perHour('forgot', 10)
/** Links that one mailbox gets. */
const mailboxLimit = perHour('mailbox', 3)
/** New passwords by link, from one address. */
const resetLimit: Limit = { name: 'reset', times: 50, windowMs: 15 * MINUTE_MS }

export interface Recovery {
  /** Answers at once, the same to everybody; the link is made and posted afterwards. */
  request: (body: BodyOf<typeof forgotPassword>, address: string) => Promise<ResponseOf<typeof forgotPassword>>
  /** Waits for the links that are being made. */
  idle: () => Promise<void>
}

const sent =
  'Se l’indirizzo appartiene a un account, tra poco riceverai un’email con un link valido un’ora. Controlla anche la posta indesiderata.'

/** Password recovery. `docs/security.md` */
export function createRecovery(kernel: Kernel): Recovery {
  const { config, log } = kernel
  const running = new Set<Promise<void>>()
  return {
    async request({ email }, address) {
      await countUse(kernel, forgotLimit, { address })
      if (config.SMTP_URL === undefined) {
        return {
          message: 'Funzione di recupero password in sviluppo',
          is_available: false,
          support_email: config.SUPPORT_EMAIL ?? null,
        }
      }
      // The mail is written after the answer, whose duration must not show whether there is one.
      const work = postPasswordLink(kernel, email)
        .catch((error: unknown) => log.error({ err: error }, 'link for a new password not posted'))
        .finally(() => running.delete(work))
      running.add(work)
      return { message: sent, is_available: true, support_email: config.SUPPORT_EMAIL ?? null }
    },
    idle: async () => void (await Promise.all(running)),
  }
}

const passwordLink = (username: string): MailedLink => ({
  purpose: 'password',
  form: 'reset',
  validMs: resetLinkMs,
  cause: 'auth:password_forgotten',
  subject: 'TopTrader: imposta una nuova password',
  body: (address) =>
    `Qualcuno ha chiesto una nuova password per l’account @${username}. Se sei stato tu, impostala qui entro un’ora:\n\n${address}\n\nIl link vale una volta sola. Se non sei stato tu, non devi fare nulla: la password resta quella di prima.\n`,
})

async function postPasswordLink(kernel: Kernel, email: string): Promise<void> {
  const { sql, outbox } = kernel
  if (!(await mayUse(kernel, mailboxLimit, { account: foldedName(email) }))) return
  const known = await credentialsByEmail(sql, foldedName(email))
  if (known === null) return
  await sql.begin(async (tx) => {
    // Deactivated meanwhile: nothing is sent.
    if ((await lockOwner(tx, known.trader_id))?.deactivated_at !== null) return
    await postLink(tx, kernel, known, passwordLink(known.username))
  })
  outbox.wake()
}

/**
 * Sets a new password by a link. It ends every session and every delay after wrong guesses; the second factor stays.
 * @throws Failure VALIDATION at the wrong field (the link stays valid), RESET_LINK_DEAD, TOO_MANY_REQUESTS
 */
export async function resetByToken(
  kernel: Kernel,
  body: BodyOf<typeof resetPassword>,
  address: string,
): Promise<ResponseOf<typeof resetPassword>> {
  const { sql, clock, secrets, outbox } = kernel
  await countUse(kernel, resetLimit, { address })
  const tokenHash = secrets.hashToken(body.token)
  const now = () => instantText(Math.floor(clock.now()))
  const owner = await ownerOfLink(kernel, tokenHash, now())
  if (owner === null) return fail('RESET_LINK_DEAD')
  const problem = passwordProblem(body.new_password, owner)
  refuseFields({
    ...(problem !== null && { new_password: problem }),
    ...(body.confirm_password !== body.new_password && {
      confirm_password: passwordsDiffer,
    }),
  })
  const hash = await secrets.hashPassword(body.new_password)
  const revoked = await sql.begin(async (tx) =>
    useLink(tx, kernel, { tokenHash, traderId: owner.trader_id, hash }, now()),
  )
  outbox.wake()
  // The link proved the e-mail, too.
  kernel.changes.announce(owner.trader_id)
  return { message: 'Password aggiornata: ora accedi con quella nuova.', revoked_sessions: revoked }
}

async function ownerOfLink({ sql }: Kernel, tokenHash: Buffer, now: string): Promise<Credentials | null> {
  const traderId = await resetOf(sql, tokenHash, 'password', now)
  return traderId === null ? null : credentialsById(sql, traderId)
}

async function useLink(
  tx: Transaction,
  kernel: Kernel,
  { tokenHash, traderId, hash }: { tokenHash: Buffer; traderId: string; hash: string },
  now: string,
): Promise<number> {
  const owner = await redeemLink(tx, { traderId, tokenHash }, now)
  await deleteResetsOf(tx, traderId, 'password')
  // Who opened this link reads the mailbox.
  await proveEmail(tx, traderId, now)
  await setPasswordHash(tx, traderId, hash, now)
  const revoked = await deleteOtherSessions(tx, traderId, null)
  await clearAllGuesses(tx, kernel, owner)
  await notifyOwner(tx, kernel, owner, { of: 'password_reset' })
  return revoked
}
