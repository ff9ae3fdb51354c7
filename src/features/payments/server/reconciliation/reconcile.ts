import type { FastifyRequest } from 'fastify'
import { actorOf, recordAudit } from '#server/audit.ts'
import { periodOfOrder } from '#features/subscriptions/server/service.ts'
import { fail } from '#server/http/failure.ts'
import { counterKey, countUse, perHour, returnUse } from '#server/limits.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { dateTime } from '#shared/format/format.ts'
import type { reconcilePayment } from '../../contract.ts'
import type { ProviderClient } from '../../provider.ts'
import type { OrderState } from '../../rules.ts'
import { checkOrder, isAnswer, type CheckResult } from './check.ts'
import { claimCheck } from './due-queries.ts'
import {
  bindOrder,
  lockAccountOfEmail,
  markReconciled,
  orderById,
  ordersOfNumber,
  type OwnedOrder,
} from '../orders/order-queries.ts'
import { applySnapshot, settleOrder, type Audited } from '../settlement/settle.ts'
import { lockOrder, type LockedOrder } from '../settlement/settle-queries.ts'

type Answer = ResponseOf<typeof reconcilePayment>

/** The least pause between two checks of one order by the button. Milliseconds. */
export const checkPauseMs = 10_000
/** The longest wait for the answer, since a person waits. Milliseconds. */
const waitMs = 12_000
/** How often one person may have the provider asked. Admins have no limit. */
export const checkLimit = perHour('payment-question', 20, 'Hai controllato molti pagamenti nell’ultima ora.')

interface Call {
  session: Session
  body: BodyOf<typeof reconcilePayment>
  request: FastifyRequest
  /** Traders whose question runs on this server. Each has one at a time, since the provider answers one a second to everybody together. */
  running: Set<string>
  /** Aborted when the server stops. */
  stopping: AbortSignal
}

/**
 * Checks an order for its owner or an admin, by the same rules as everything else: it forces nothing (`docs/payments.md` 6). Where
 * the provider was not asked, or did not answer, `checked` is false.
 * @throws Failure ORDER_NOT_FOUND (also for orders of others), PAYMENT_OF_ANOTHER_ORDER, USER_NOT_FOUND (the e-mail that an admin
 *   binds), TOO_MANY_REQUESTS
 */
export async function reconcile(own: Kernel, provider: ProviderClient, call: Call): Promise<Answer> {
  const { session, body } = call
  const before = await orderById(own.sql, body.order_id)
  if (before === null || (before.trader_id !== session.trader_id && !session.is_admin)) return fail('ORDER_NOT_FOUND')
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), call.stopping])

  let isAudited = false
  const auditChange = async (tx: Transaction, was: OrderFields, is: OrderFields) => {
    await audit(tx, own, call, { was, is })
    isAudited = true
  }
  const kernel: Kernel & Audited = session.is_admin ? { ...own, auditChange } : own
  const outcome = await question(kernel, provider, before, { call, signal })
  const bound = session.is_admin && before.user_gone ? await bind(kernel, call, before) : false
  if (bound) await settleOrder(kernel, body.order_id)
  const after = await close(kernel, before)
  // Nothing changed. The check gets its line in the audit log all the same.
  if (session.is_admin && !isAudited) {
    await own.sql.begin((tx) => audit(tx, own, call, { was: before, is: after, result: outcome.result }))
  }
  const period = after.activated ? await periodOfOrder(kernel.sql, after.order_id) : null
  return {
    order_id: after.order_id,
    status: after.status,
    activated: after.activated,
    expires_at: period?.until ?? null,
    message: [messageOf(after, outcome), isOtherAccount(before, call, bound) && keepsBuyer].filter(Boolean).join(' '),
    checked: outcome.isQueried && isAnswer(outcome.result),
  }
}

const keepsBuyer = 'L’ordine resta del suo utente: solo un ordine rimasto senza utente si collega a un altro account.'

/** An admin names another account than the order's, and nothing was bound. */
function isOtherAccount({ user_email: own }: OwnedOrder, { body, session }: Call, isBound: boolean): boolean {
  const email = body.email?.trim().toLowerCase() ?? ''
  return session.is_admin && !isBound && email !== '' && email !== own?.toLowerCase()
}

interface Outcome {
  /** True where this call sent a question. */
  isQueried: boolean
  /** Null: the last check got no answer either. */
  result: CheckResult | null
}

async function question(
  kernel: Kernel & Audited,
  provider: ProviderClient,
  order: OwnedOrder,
  { call: { body, session, running }, signal }: { call: Call; signal: AbortSignal },
): Promise<Outcome> {
  const { sql, clock, config } = kernel
  const paymentId = body.payment_id
  const owners = await ordersOfNumber(sql, order.provider, paymentId)
  const isKnown = owners.includes(order.order_id)
  if (!isKnown && owners.length > 0) fail('PAYMENT_OF_ANOTHER_ORDER')
  const unasked: Outcome = { isQueried: false, result: order.last_check_result as CheckResult | null }
  // The order belongs to another provider than the configured one, which cannot be asked about it.
  if (order.provider !== provider.name) {
    return isKnown ? { isQueried: false, result: null } : fail('PAYMENT_OF_ANOTHER_ORDER')
  }
  const isLimited = config.RATE_LIMITS === 'on' && !session.is_admin
  const subject = { account: session.trader_id }
  if (isLimited && running.has(session.trader_id)) return unknownLater(isKnown, unasked)
  running.add(session.trader_id)
  try {
    if (isLimited) await countUse(kernel, checkLimit, subject)
    const now = Math.floor(clock.now())
    const range = { now: instantText(now), before: instantText(now - checkPauseMs) }
    if (!(await claimCheck(sql, order.order_id, range))) {
      if (isLimited) await returnUse(kernel, counterKey(kernel, checkLimit.name, subject))
      return unknownLater(isKnown, unasked)
    }
    if (!isKnown) {
      const failure = await adopt(kernel, provider, order.order_id, paymentId, signal)
      if (failure !== null) return { isQueried: true, result: failure }
    }
    return { isQueried: true, result: await checkOrder(kernel, provider, order.order_id, { signal, named: paymentId }) }
  } finally {
    running.delete(session.trader_id)
  }
}

/** Only a question finds the owner of an unknown number, so it cannot be answered without one. */
function unknownLater(isKnown: boolean, unasked: Outcome): Outcome {
  return isKnown ? unasked : fail('TOO_MANY_REQUESTS', { retryAfter: checkPauseMs / 1000 })
}

/**
 * Adopts an unknown payment for the order that the provider's own record of it names.
 * @returns null once it is adopted, or the result of the question that failed
 */
async function adopt(
  kernel: Kernel & Audited,
  provider: ProviderClient,
  orderId: string,
  paymentId: string,
  signal: AbortSignal,
): Promise<CheckResult | null> {
  // Payments have numbers.
  if (!/^\d{1,30}$/.test(paymentId)) fail('PAYMENT_OF_ANOTHER_ORDER')
  const at = Math.floor(kernel.clock.now())
  const answer = await provider.read(paymentId, { signal })
  if ('error' in answer) return 'unreachable'
  if (answer.kind === 'absent' || answer.payment.orderId !== orderId) return fail('PAYMENT_OF_ANOTHER_ORDER')
  await applySnapshot(kernel, provider, answer.payment, { source: 'reading', at })
  return null
}

/** An order without its user is given to the account that the admin names. */
async function bind(kernel: Kernel, { session, body, request }: Call, before: OwnedOrder): Promise<boolean> {
  const email = body.email?.trim() ?? ''
  if (email === '') return false
  const at = instantText(Math.floor(kernel.clock.now()))
  return kernel.sql.begin(async (tx) => {
    await lockOrder(tx, body.order_id)
    const account = await lockAccountOfEmail(tx, email)
    if (account === null)
      return fail('USER_NOT_FOUND', { detail: 'Nessun account attivo ha questa email: controllala.' })
    const isBound = await bindOrder(tx, body.order_id, { ...account, at })
    if (!isBound) return false
    await recordAudit(tx, actorOf(request, session), {
      action: 'payment.bind',
      subject: account.trader_id,
      details: {
        order_id: body.order_id,
        // Ids alone: the log keeps its lines for good, and must hold nothing of an erased person.
        before: { trader_id: before.trader_id },
        after: { trader_id: account.trader_id },
      },
      at,
    })
    return true
  })
}

/** Marks the order as reconciled where this has settled it. */
async function close(kernel: Kernel, before: OwnedOrder): Promise<OwnedOrder> {
  const at = instantText(Math.floor(kernel.clock.now()))
  return kernel.sql.begin(async (tx) => {
    const settled = (await orderById(tx, before.order_id)) ?? fail('ORDER_NOT_FOUND')
    const isNew = settled.state !== before.state && isSettled(settled.state)
    if (!isNew) return settled
    await markReconciled(tx, before.order_id, at)
    return { ...settled, reconciled_at: at }
  })
}

type OrderFields = Pick<LockedOrder | OwnedOrder, 'order_id' | 'trader_id' | 'state' | 'status' | 'activated'>

/** The admin's line in the audit log. */
async function audit(
  tx: Transaction,
  { clock }: Kernel,
  { session, body, request }: Call,
  { was, is, result }: { was: OrderFields; is: OrderFields; result?: CheckResult | null },
): Promise<void> {
  await recordAudit(tx, actorOf(request, session), {
    action: 'payment.reconcile',
    subject: is.trader_id,
    details: {
      order_id: is.order_id,
      payment_id: body.payment_id,
      before: { state: was.state, status: was.status },
      after: { state: is.state, status: is.status, activated: is.activated },
      ...(result !== undefined && { result }),
    },
    at: instantText(Math.floor(clock.now())),
  })
}

const isSettled = (state: OrderState) => state === 'paid' || state === 'dead'

const stateTexts: Record<OrderState, string> = {
  creating: 'La richiesta di pagamento non è ancora pronta: riprova dalla pagina del piano.',
  open: 'Non risulta ancora nessun pagamento. Se hai pagato da poco, attendi qualche minuto e riprova.',
  in_flight: 'Il pagamento è stato visto ed è in conferma: il piano si attiva da solo appena è confermato.',
  underpaid:
    'È arrivato meno dell’importo richiesto, e quanto è arrivato è registrato. Non inviare altro allo stesso indirizzo: scrivi all’assistenza con il numero dell’ordine.',
  paid: 'Pagamento confermato: il piano è attivo.',
  review: 'Il pagamento è in verifica da parte nostra: non devi fare altro.',
  dead: 'Questa richiesta di pagamento non è più valida e non risulta nessun pagamento: aprine una nuova.',
}

const unavailableText = 'Ora non è possibile chiedere al fornitore dei pagamenti: questo è l’ultimo stato noto.'

function messageOf({ state, last_checked_at: checkedAt }: OwnedOrder, { isQueried, result }: Outcome): string {
  if (state === 'paid' || state === 'review') return stateTexts[state]
  if (isAnswer(result)) {
    return isQueried || checkedAt === null
      ? stateTexts[state]
      : `${stateTexts[state]} Ultima verifica: ${dateTime(checkedAt)}.`
  }
  if (result === 'cannot_list') return 'Il fornitore non ha ancora notificato nessun pagamento di questa richiesta.'
  return `${unavailableText} Riprova tra un minuto.`
}
