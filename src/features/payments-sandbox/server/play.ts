import * as z from 'zod/mini'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import { compareDec, decimalOf } from '#features/payments/decimal.ts'
import type { Dec } from '#features/payments/provider.ts'
import { notificationText } from './bodies.ts'
import {
  bookedPayments,
  deliveryBody,
  insertDeliveries,
  insertPayment,
  lockInvoice,
  manners,
  movePayment,
  type BookedStatus,
  type InvoiceRow,
  type Manner,
  type NewDelivery,
  type PaymentRow,
} from './books.ts'
import { amountDue, coinOf, endingOf, shareOf, type SandboxCoin } from './coins.ts'
import { allows, awaitsMoney, nextStatus, interventions, isIntervention } from './courses.ts'
import { newSandboxId } from './provider.ts'

/** The pay page's form. A form sends its empty fields too. */
export const playForm = z.object({
  action: z.enum(
    ['pay', 'open', 'step', 'finish', 'expire', 'refund', 'fail', 'accept', 'deposit', 'wrong_asset', 'replay'],
    'Azione sconosciuta.',
  ),
  payment_id: z.optional(z.string().check(z.regex(/^\d{0,30}$/, 'Pagamento sconosciuto.'))),
  delivery_id: z.optional(z.string().check(z.regex(/^\d{0,15}$/, 'Notifica sconosciuta.'))),
  coin: z.optional(z.string()),
  /** Percent of the amount asked. */
  share: z.optional(z.string()),
  /** An amount in the coin, which wins over the share. */
  amount: z.optional(z.string()),
  notify: z._default(z.enum(manners, 'Modo di notifica sconosciuto.'), 'usual'),
})
export type Play = z.output<typeof playForm>

const delayMs = MINUTE_MS
const mostPercent = '1000'
const defaultCoin = 'usdtbsc'

/**
 * Plays the buyer's, the chain's or the merchant's part on one invoice: changes the books and writes the notifications that
 * follow.
 * @throws Failure NOT_FOUND: no such invoice; VALIDATION with a sentence: not possible now
 */
export async function play(kernel: Pick<Kernel, 'sql' | 'clock'>, invoiceId: string, given: Play): Promise<void> {
  await kernel.sql.begin(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId)
    if (invoice === undefined) return fail('NOT_FOUND')
    const stage: Stage = { tx, invoice, now: kernel.clock.now(), written: [] }
    await act(stage, given)
    await insertDeliveries(tx, inManner(stage.written, given.notify, stage.now))
  })
}

interface Stage {
  tx: Transaction
  invoice: InvoiceRow
  now: number
  /** Notifications in the order of the events. */
  written: Pick<NewDelivery, 'payment_id' | 'status' | 'body'>[]
}

async function act(stage: Stage, given: Play): Promise<void> {
  const { action } = given
  if (action === 'replay') {
    const old = await deliveryBody(stage.tx, stage.invoice.invoice_id, Number(given.delivery_id || 0))
    stage.written.push(old ?? impossible('Scegli una notifica di questa richiesta.'))
    return
  }
  if (action === 'pay' || action === 'open') {
    const coin = coinGiven(given.coin || stage.invoice.pay_currency || defaultCoin)
    const asked = amountDue(stage.invoice.price_amount, coin)
    const payment = await begin(stage, { coin: coin.coin, asked, received: '0', status: 'waiting' }, null)
    if (action === 'pay') await goOn(stage, payment, given, true)
    return
  }
  const payment = await paymentGiven(stage, given.payment_id)
  if (isIntervention(action)) {
    if (!allows(action, payment.status)) impossible('In questo stato il pagamento non lo permette.')
    await change(stage, payment, interventions[action].to, payment.received)
  } else if (action === 'step' || action === 'finish') {
    await goOn(stage, payment, given, action === 'finish')
  } else {
    await addChild(stage, payment, given)
  }
}

/** Moves a payment one step further, or to its end. Where it waits for money, this brings it. */
async function goOn(stage: Stage, from: PaymentRow, given: Play, toTheEnd: boolean): Promise<void> {
  let payment = from
  do {
    const coin = coinGiven(payment.coin)
    const received = awaitsMoney(payment.status) ? amountGiven(payment.asked, given, coin) : payment.received
    const ending = endingOf(stage.invoice.price_amount, { asked: payment.asked, received }, coin)
    const next = nextStatus(payment.status, ending)
    if (next === null) {
      if (payment === from) impossible('Questo pagamento è già concluso.')
      return
    }
    payment = await change(stage, payment, next, received)
  } while (toTheEnd)
}

/** Adds a payment for more money on a used address, or for another coin. It names the first payment and asks for what arrived. */
async function addChild(stage: Stage, parent: PaymentRow, given: Play): Promise<void> {
  const { payment_id: parentId, parent_payment_id: grandparent } = parent
  const coin = coinGiven(given.action === 'wrong_asset' ? given.coin || 'trx' : parent.coin)
  if (given.action === 'wrong_asset' && coin.coin === parent.coin) {
    impossible('Per un deposito in un’altra moneta scegline una diversa da quella del pagamento.')
  }
  const asked = given.action === 'wrong_asset' ? amountDue(stage.invoice.price_amount, coin) : parent.asked
  const amount = amountGiven(asked, given, coin)
  await begin(stage, { coin: coin.coin, asked: amount, received: amount, status: 'finished' }, grandparent ?? parentId)
}

async function begin(
  stage: Stage,
  what: Pick<PaymentRow, 'coin' | 'asked' | 'received' | 'status'>,
  parentId: string | null,
): Promise<PaymentRow> {
  const { invoice_id: invoiceId } = stage.invoice
  const last = (await bookedPayments(stage.tx, { invoiceId })).at(-1)
  const at = instantText(after(last?.created_at, stage.now))
  const payment: PaymentRow = {
    payment_id: newSandboxId(),
    invoice_id: invoiceId,
    parent_payment_id: parentId,
    ...what,
    created_at: at,
    updated_at: at,
  }
  await insertPayment(stage.tx, payment)
  await notify(stage, payment.payment_id)
  return payment
}

async function change(stage: Stage, payment: PaymentRow, status: BookedStatus, received: Dec): Promise<PaymentRow> {
  const changed = { ...payment, status, received, updated_at: instantText(after(payment.updated_at, stage.now)) }
  await movePayment(stage.tx, changed)
  await notify(stage, payment.payment_id)
  return changed
}

/** Two events of one play differ by a millisecond, as with the real provider. */
function after(before: string | undefined, now: number): number {
  return before === undefined ? now : Math.max(now, Date.parse(before) + 1)
}

async function notify(stage: Stage, paymentId: string): Promise<void> {
  const [booked] = await bookedPayments(stage.tx, { paymentId })
  if (booked === undefined) throw new Error(`payment ${paymentId} is not in the books`)
  stage.written.push({ payment_id: paymentId, status: booked.status, body: notificationText(booked) })
}

function inManner(written: Stage['written'], manner: Manner, now: number): NewDelivery[] {
  const at = instantText(now)
  const due = { usual: now, doubled: now, reversed: now, delayed: now + delayMs, lost: null }[manner]
  const rows = written.map((each): NewDelivery => ({
    ...each,
    manner,
    next_attempt_at: instantText(due),
    created_at: at,
  }))
  if (manner === 'reversed') return rows.toReversed()
  return manner === 'doubled' ? rows.flatMap((row) => [row, row]) : rows
}

async function paymentGiven({ tx, invoice }: Stage, paymentId: string | undefined): Promise<PaymentRow> {
  const payments = await bookedPayments(tx, { invoiceId: invoice.invoice_id })
  const found = payments.find(({ payment_id }) => payment_id === paymentId)
  return found ?? impossible('Scegli un pagamento di questa richiesta.')
}

function coinGiven(code: string): SandboxCoin {
  return coinOf(code) ?? impossible('Questa moneta non è tra quelle offerte.')
}

function amountGiven(asked: Dec, { share, amount }: Play, coin: SandboxCoin): Dec {
  const exact = numberGiven(amount)
  const percent = numberGiven(share) ?? '100'
  if (compareDec(percent, mostPercent) > 0) impossible('La quota va da poco più di 0 a 1000 per cento.')
  const received = shareOf(exact ?? asked, exact === null ? percent : '100', coin)
  if (received === '0') impossible('L’importo pagato deve essere più di zero.')
  return received
}

/** Italian or English decimals; null for nothing. */
function numberGiven(text: string | undefined): Dec | null {
  const given = text?.trim() ?? ''
  if (given === '') return null
  return (
    decimalOf(given.replace(',', '.')) ?? impossible('Scrivi l’importo o la quota come numero, per esempio 60 o 11,99.')
  )
}

function impossible(detail: string): never {
  return fail('VALIDATION', { detail })
}
