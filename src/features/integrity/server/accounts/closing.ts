import type { FastifyInstance } from 'fastify'
import { actorOf, recordAudit, type Actor } from '#server/audit.ts'
import { confirmPassword } from '#features/auth/server/confirmation.ts'
import { closeAccount } from '#features/ea/server/service.ts'
import { lockedAccount } from '#features/ea/server/accounts/bindings.ts'
import { loadRates } from '#features/performance/server/service.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import { accountClosed } from '../../closing.ts'
import { changeTradingAccount } from '../../contract.ts'
import { closingFigures, type Evaluator } from './closing-figures.ts'
import { holdsTrader, insertClosing } from './closing-queries.ts'

/** "Cambia conto": the bound account is closed in public, and another one starts at nothing (R40, `docs/integrity.md`). */
export function registerClosingRoute(app: FastifyInstance, kernel: Kernel, evaluator: Evaluator): void {
  handle(app, kernel, changeTradingAccount, async ({ body, session, request }) => {
    const given = { field: 'password', password: body.password, error: passwordWrong }
    await confirmPassword(kernel, session.trader_id, given, request.ip)
    const closedAt = await changeAccount(kernel, evaluator, actorOf(request, session), body.account_id)
    return {
      success: true as const,
      message: accountClosed,
      closed_at: closedAt,
    }
  })
}

/** @param named the account that the person confirmed */
async function changeAccount(kernel: Kernel, evaluator: Evaluator, actor: Actor, named: string): Promise<string> {
  const { sql, clock, changes } = kernel
  const traderId = actor.trader_id
  const rates = await loadRates(sql)
  const closedAt = await sql.begin(async (tx) => {
    // From here on no sync and no other closing is handled: what is read now is final.
    const account = (await lockedAccount(tx, traderId)) ?? fail('ACCOUNT_NOT_BOUND')
    const { account_id, platform } = account
    if (account_id !== named) fail('ACCOUNT_CHANGED')
    if (await holdsTrader(tx, traderId)) fail('ACCOUNT_HELD')
    const now = Math.floor(clock.now())
    const at = instantText(now)
    const ending = { trader_id: traderId, account_id }
    const figures = (await closingFigures(tx, evaluator, ending, { rates, now })) ?? fail('ACCOUNT_NOT_BOUND')
    await closeAccount(tx, traderId, account_id, at)
    await insertClosing(tx, { account_id, closed_at: at, figures })
    await recordAudit(tx, actor, {
      action: 'account.close',
      subject: traderId,
      // No number: nothing can be taken out of the log again, not even for a trader who is erased.
      details: { account_id, platform, ...figures },
      at,
    })
    return at
  })
  changes.announce(traderId)
  return closedAt
}
