import type { FastifyInstance } from 'fastify'
import { actorOf, recordAudit, type Actor } from '#server/audit.ts'
import { closeAccount } from '#features/ea/server/service.ts'
import {
  lockedNamesakes,
  releaseAccountRows,
  renameServer,
  type NumberedAccount,
} from '#features/ea/server/accounts/bindings.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { getTraderIntegrity, moveAccountServer, releaseAccount, releaseErasedAccount } from '../../accounts-contract.ts'
import { closingFigures, type Evaluator } from './closing-figures.ts'
import { insertClosing, traderExists } from './closing-queries.ts'
import { releaseErased, ownDetail } from './release-erased.ts'
import { traderAccounts } from './trader-accounts.ts'

/** Decisions about the owner of an account, which only a person may make (R7; `docs/integrity.md`, the owner of an account). */
export function registerReleaseRoutes(app: FastifyInstance, kernel: Kernel, evaluator: Evaluator): void {
  handle(app, kernel, getTraderIntegrity, async ({ params }) => traderAccounts(kernel, params.trader_id))
  handle(app, kernel, releaseAccount, async ({ params, body, session, request }) =>
    release(kernel, evaluator, params.account_id, body, actorOf(request, session)),
  )
  handle(app, kernel, releaseErasedAccount, async ({ body, session, request }) =>
    releaseErased(kernel, body, actorOf(request, session)),
  )
  handle(app, kernel, moveAccountServer, async ({ params, body, session, request }) =>
    moveServer(kernel, params.account_id, body, actorOf(request, session)),
  )
}

/**
 * Closes the account where it is bound, and lets one other trader bind its number, from nothing. Its figures stay where they were:
 * the trader who closed it never gets it back.
 * @throws Failure NOT_FOUND, USER_NOT_FOUND, CONFLICT, FORBIDDEN: an account of the admin's own
 */
async function release(
  kernel: Kernel,
  evaluator: Evaluator,
  accountId: string,
  { trader_id: claimant, reason }: BodyOf<typeof releaseAccount>,
  actor: Actor,
): Promise<ResponseOf<typeof releaseAccount>> {
  const now = Math.floor(kernel.clock.now())
  const at = instantText(now)
  const rates = await loadRates(kernel.sql)
  const closed = await kernel.sql.begin(async (tx) => {
    const namesakes = await namesakesOf(tx, accountId, actor)
    if (!(await traderExists(tx, claimant))) return fail('USER_NOT_FOUND')
    if (claimant === actor.trader_id) return fail('FORBIDDEN', { detail: ownDetail })
    if (namesakes.some(({ trader_id }) => trader_id === claimant)) {
      return fail('CONFLICT', {
        detail: 'Il conto è, o era, di questo stesso utente e non può ripartire da zero: scegli un altro utente.',
      })
    }
    const bound = namesakes.find(({ closed_at }) => closed_at === null)
    if (bound !== undefined) {
      const { account_id, trader_id } = bound
      const figures = await closingFigures(tx, evaluator, bound, { rates, now })
      await closeAccount(tx, trader_id, account_id, at)
      // A trader whose profile is closed shows nothing.
      if (figures !== null) await insertClosing(tx, { account_id, closed_at: at, figures })
    }
    await releaseAccountRows(
      tx,
      namesakes.map(({ account_id }) => account_id),
      claimant,
    )
    await recordAudit(tx, actor, {
      action: 'account.release',
      subject: claimant,
      details: { account_id: accountId, closed_for: bound?.trader_id ?? null, reason },
      at,
    })
    return bound ?? null
  })
  if (closed !== null) kernel.changes.announce(closed.trader_id)
  return {
    success: true,
    message: 'Conto liberato: alla prossima sincronizzazione si collega al nuovo utente.',
    closed_at: closed === null ? null : at,
  }
}

/**
 * A broker gave its server another name: the binding goes on under it.
 * @throws Failure NOT_FOUND, CONFLICT, FORBIDDEN: the admin's own account
 */
async function moveServer(
  kernel: Kernel,
  accountId: string,
  { server, reason }: BodyOf<typeof moveAccountServer>,
  actor: Actor,
): Promise<ResponseOf<typeof moveAccountServer>> {
  const at = instantText(Math.floor(kernel.clock.now()))
  await kernel.sql.begin(async (tx) => {
    const account = (await namesakesOf(tx, accountId, actor)).find(({ account_id }) => account_id === accountId)
    if (account === undefined || account.closed_at !== null)
      return fail('NOT_FOUND', { detail: 'Conto non trovato: controlla server e numero.' })
    const before = await renameServer(tx, accountId, server)
    if (before === null)
      return fail('CONFLICT', {
        detail: 'Con questo server e questo numero c’è già un altro conto: controlla il nome del server.',
      })
    // A request that was sent twice changes nothing.
    if (before === server) return
    await recordAudit(tx, actor, {
      action: 'account.move-server',
      subject: account.trader_id,
      details: { account_id: accountId, from: before, to: server, reason },
      at,
    })
  })
  return { success: true, message: 'Server aggiornato.', server }
}

async function namesakesOf(tx: Transaction, accountId: string, actor: Actor): Promise<NumberedAccount[]> {
  const namesakes = await lockedNamesakes(tx, accountId)
  if (namesakes.length === 0) return fail('NOT_FOUND', { detail: 'Conto non trovato: controlla server e numero.' })
  if (namesakes.some(({ trader_id }) => trader_id === actor.trader_id)) return fail('FORBIDDEN', { detail: ownDetail })
  return namesakes
}
