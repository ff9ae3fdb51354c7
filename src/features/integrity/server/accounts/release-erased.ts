import { recordAudit, type Actor } from '#server/audit.ts'
import { releaseTrace } from '#features/ea/server/accounts/erased-bindings.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { releaseErasedAccount } from '../../accounts-contract.ts'
import { traderExists } from './closing-queries.ts'

/** An admin does not decide on the own account. */
export const ownDetail = 'Del tuo conto decide un altro amministratore: chiedi a lui.'

/**
 * Gives the number of an erased trader's account to one other trader, from nothing. The log keeps who and why, not the number.
 * @throws Failure NOT_FOUND where no erased trader had it, USER_NOT_FOUND, FORBIDDEN: for the admin's own account
 */
export async function releaseErased(
  kernel: Kernel,
  { trader_id: claimant, reason, ...account }: BodyOf<typeof releaseErasedAccount>,
  actor: Actor,
): Promise<ResponseOf<typeof releaseErasedAccount>> {
  if (claimant === actor.trader_id) fail('FORBIDDEN', { detail: ownDetail })
  await kernel.sql.begin(async (tx) => {
    if (!(await traderExists(tx, claimant))) fail('USER_NOT_FOUND')
    if (!(await releaseTrace(tx, kernel, account, claimant))) {
      fail('NOT_FOUND', { detail: 'Nessun account eliminato aveva questo conto: controlla server e numero.' })
    }
    const at = instantText(Math.floor(kernel.clock.now()))
    await recordAudit(tx, actor, { action: 'account.release-erased', subject: claimant, details: { reason }, at })
  })
  return { success: true, message: 'Conto liberato: alla prossima sincronizzazione si collega a questo utente.' }
}
