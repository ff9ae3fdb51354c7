import { recordAudit, type Actor } from '#server/audit.ts'
import { endSessions, eraseSignIn } from '#features/auth/server/erasure.ts'
import { eraseContactMessages } from '#features/contacts/server/service.ts'
import { eraseAccounts, lockAccounts } from '#features/ea/server/accounts/erasure.ts'
import { removeToken } from '#features/ea/server/tokens.ts'
import { eraseFindings } from '#features/integrity/server/accounts/erasure.ts'
import { eraseRanks } from '#features/leaderboard/server/erasure.ts'
import { eraseBuyer } from '#features/payments/server/erasure.ts'
import { eraseShowcase, type ErasedShowcase } from '#features/showcases/server/erasure.ts'
import { removeShowcaseFiles } from '#features/showcases/server/uploads/files.ts'
import { erasePlans } from '#features/subscriptions/server/erasure.ts'
import { DatabaseError, type Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { eraseMessages } from '#server/outbox/outbox.ts'
import { createStorage } from '#server/files/storage.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { removeAvatarFiles } from '../avatars.ts'
import { erasureRestAddress } from '../../rules.ts'
import { addErased } from './erased-list.ts'
import { adminProtected } from './loss.ts'
import { deleteTrader, lockErased, markErasing, readErased, type ErasedRow } from '../queries.ts'

/** The outcome of an erasure. */
interface Erasure {
  username: string
  email: string
  /** ISO-8601. */
  deleted_at: string
  /** Rows by table; empty where the job removes them later (`finished` false). */
  deletion_summary: Record<string, number>
  total_records_deleted: number
  finished: boolean
}

/** The farewell waits this long for its recipient's mail server, then it is deleted unsent. Milliseconds. */
const farewellLifetimeMs = 7 * DAY_MS

/**
 * Erases a trader. Orders, payments and the ledger of plans stay without the person; so do the audit log's ids and a keyed hash of each
 * trading account (`docs/architecture.md`, erasure). The first step closes every way in and removes the trader from every list, for
 * good. The second one deletes the rows. If it fails, the job completes it within minutes.
 * @param by the trader, or an admin
 * @throws Failure USER_NOT_FOUND, ADMIN_PROTECTED
 */
export async function eraseTrader(kernel: Kernel, traderId: string, by: Actor): Promise<Erasure> {
  const { changes, log } = kernel
  const { trader, sessions } = await closeAccount(kernel, traderId, by)
  changes.announce(traderId)
  const { username, email, erasing_at: at } = trader
  const outcome = { username, email, deleted_at: at ?? instantText(Math.floor(kernel.clock.now())) }
  try {
    const summary = { session: 0, ...(await deleteAll(kernel, traderId)) }
    summary.session += sessions
    const total = Object.values(summary).reduce((sum, rows) => sum + rows, 0)
    return { ...outcome, deletion_summary: summary, total_records_deleted: total, finished: true }
  } catch (error) {
    log.error({ err: error, trader_id: traderId }, 'erasure not finished, the job goes on')
    return { ...outcome, deletion_summary: {}, total_records_deleted: 0, finished: false }
  }
}

/**
 * The first step. It is short, so that no sync of another trader waits for it, and idempotent.
 * @param by null where the server itself erases a trader again
 * @throws Failure USER_NOT_FOUND, ADMIN_PROTECTED
 */
export async function closeAccount(
  { sql, clock }: Kernel,
  traderId: string,
  by: Actor | null,
): Promise<{ trader: ErasedRow; sessions: number }> {
  const now = instantText(Math.floor(clock.now()))
  return sql.begin(async (tx) => {
    const trader = (await lockErased(tx, traderId)) ?? fail('USER_NOT_FOUND')
    if (trader.is_admin) fail('ADMIN_PROTECTED', { detail: adminProtected })
    if (trader.erasing_at !== null) return { trader, sessions: 0 }
    await markErasing(tx, traderId, now)
    const sessions = await endSessions(tx, traderId)
    await removeToken(tx, traderId)
    const isOwn = by?.trader_id === traderId
    await recordAudit(tx, by, { action: 'account.erase', subject: traderId, details: { own: isOwn }, at: now })
    return { trader: { ...trader, erasing_at: now }, sessions }
  })
}

/** Deadlock and serialization failure: the transaction is tried again. */
const retried = new Set(['40P01', '40001'])
const attempts = 4

/** The second step. @returns rows by table; null where another run removed everything already */
export async function deleteAll(kernel: Kernel, traderId: string): Promise<Record<string, number> | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await removeOnce(kernel, traderId)
    } catch (error) {
      const isRing = error instanceof DatabaseError && retried.has(error.code ?? '')
      if (!isRing || attempt >= attempts) throw error
      kernel.log.info({ trader_id: traderId, attempt }, 'erasure tried again')
    }
  }
}

async function removeOnce(kernel: Kernel, traderId: string): Promise<Record<string, number> | null> {
  const { sql, clock, changes, outbox } = kernel
  const at = instantText(Math.floor(clock.now()))
  const trader = await readErased(sql, traderId)
  if (trader === null) return null
  const storage = createStorage(kernel.config)
  // This precedes the deletion of rows: afterwards nothing holds the id.
  const isFirst = await addErased(storage, traderId, trader.erasing_at)
  const removed = await sql.begin((tx) => removeRows(tx, kernel, trader, { at, isFirst }))
  if (removed === null) return null
  changes.announce(traderId)
  outbox.wake()
  const { avatar_key: picture } = trader
  if (picture !== null) await removeAvatarFiles(kernel, storage, picture)
  await removeShowcaseFiles(kernel, storage, removed.files)
  return removed.summary
}

/**
 * The longest work comes first. Orders are locked before the trader's own row, as the settlement of a payment does.
 * @returns rows by table, and the files to remove after the commit; null where another run was faster
 */
async function removeRows(
  tx: Transaction,
  kernel: Kernel,
  trader: ErasedRow,
  { at, isFirst }: { at: string; isFirst: boolean },
): Promise<{ summary: Record<string, number>; files: ErasedShowcase['files'] } | null> {
  const { trader_id: id, username } = trader
  const accounts = await lockAccounts(tx, id)
  const accountIds = accounts.map(({ account_id }) => account_id)
  const logins = accounts.map(({ login }) => login)
  const findings = await eraseFindings(tx, accountIds, { trader_id: id, username, logins })
  const synced = await eraseAccounts(tx, kernel, id, accounts, at)
  const orders = await eraseBuyer(tx, trader, at)
  if ((await lockErased(tx, id)) === null) return null
  const plans = await erasePlans(tx, id)
  const ranks = await eraseRanks(tx, id)
  const showcase = await eraseShowcase(tx, id)
  const signIn = await eraseSignIn(tx, kernel, trader)
  const written = await eraseContactMessages(tx, id)
  const mails = await eraseMessages(tx, id)
  if (isFirst) await sayFarewell(tx, kernel, trader, { at, hadShowcase: 'showcase' in showcase.summary })
  await deleteTrader(tx, id)
  kernel.log.info({ trader_id: id, orders_kept: orders }, 'trader erased')
  const summary = {
    trader: 1,
    ...signIn,
    ...synced,
    ...findings,
    ...showcase.summary,
    subscription: plans,
    rank_change: ranks,
    contact_message: written,
    outbox: mails,
  }
  return { summary, files: showcase.files }
}

/** The last mail: its text and address are deleted as soon as it is sent. */
async function sayFarewell(
  tx: Transaction,
  kernel: Kernel,
  { trader_id, username, email }: ErasedRow,
  { at, hadShowcase }: { at: string; hadShowcase: boolean },
): Promise<void> {
  const { APP_URL: site, SUPPORT_EMAIL: address } = kernel.config
  const support = address === undefined ? '' : ` (${address})`
  await postMail(tx, kernel, {
    to: email,
    trader_id,
    cause: `erased:${trader_id}`,
    subject: 'TopTrader: il tuo account è stato eliminato',
    body: [
      `Ciao ${username},`,
      '',
      `il tuo account è stato eliminato con profilo, foto${hadShowcase ? ', vetrina' : ''}, conti collegati, operazioni e sessioni. Non si può ripristinare.`,
      'I dati dei pagamenti restano, senza il tuo nome e la tua email, per il tempo che la legge impone. Che cos’altro resta lo dice la pagina Privacy:',
      `${site}${erasureRestAddress}`,
      '',
      `Se non l’hai chiesto tu, scrivi subito all’assistenza${support}.`,
      'Anche questo indirizzo viene dimenticato appena il messaggio è partito.',
    ].join('\n'),
    forgetAt: instantText(Date.parse(at) + farewellLifetimeMs),
  })
}
