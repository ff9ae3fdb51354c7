import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Buyer } from '#features/payments/viewer.ts'
import type { createPayment } from '../../contract.ts'
import { noConnection, send, type ApiError } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { useToken, viewerQuery } from '#web/session.ts'
import { noInvoiceAddress } from '#shared/field-texts.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { paymentAddress } from '../../addresses.ts'
import { noteBlocked, openInvoiceWindow } from '../invoice-window.ts'
import { rememberOrder } from '../last-order.ts'

/** Why no invoice was opened: no session, or a sentence. */
export type CheckoutError = { kind: 'login' } | { kind: 'payment'; text: string }

/** Money of an earlier order is under way: the buyer follows it, or says that they pay again. */
export interface UnderWay {
  orderId: string
  /** The money under way, as the server names it. */
  text: string
}

export interface Checkout {
  isBusy: boolean
  error: CheckoutError | null
  clear: () => void
  /** Null where nothing is to be asked. */
  underWay: UnderWay | null
  /** Closes the question. */
  dismiss: () => void
  /**
   * Must be called by the click itself: the browser opens a window only then.
   * @param isAgain the answer to the question is yes
   */
  pay: (plan: string, coin: string | null, isAgain?: boolean) => void
}

/** The sentence without a session. */
export const signInFirst = 'Devi essere loggato per effettuare un pagamento'

interface Purchase {
  plan: string
  coin: string | null
  isAgain: boolean
  /** Null where the browser blocked the window. */
  invoice: ReturnType<typeof openInvoiceWindow>
}

/**
 * Opens the invoice in a window of its own. This page goes on to wait for the payment.
 * @param mayAsk money of this buyer is under way as far as this page knows: the window waits for the answer to the question
 */
export function useCheckout(mayAsk: boolean): Checkout {
  const client = useQueryClient()
  const token = useToken()
  const isHere = useRef(true)
  const [error, setError] = useState<CheckoutError | null>(null)
  const [underWay, setUnderWay] = useState<UnderWay | null>(null)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const paying = useAction(
    async ({ plan, coin, isAgain }: Purchase) => {
      const own = await client.ensureQueryData(viewerQuery<Buyer>())
      const body = {
        user_id: own.trader_id,
        plan,
        email: own.trader_info.email,
        ...(coin !== null && { pay_currency: coin }),
        ...(isAgain && { pay_again: true }),
      }
      const made = await send<typeof createPayment>('POST /api/crypto/create-payment', { body })
      rememberOrder({ order_id: made.order_id, trader_id: own.trader_id })
      return made
    },
    {
      onDone(made, { invoice }) {
        // The dashboard's list of payments has one more.
        void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
        if (invoice?.show(made.invoice_url) === false) return fail({ kind: 'payment', text: noInvoiceAddress })
        noteBlocked(invoice === null ? made.order_id : null)
        // A buyer who left this page meanwhile has the invoice in its window, and is not called back.
        if (isHere.current) navigate(paymentAddress(made.order_id))
      },
      onError(failure, { invoice }) {
        invoice?.close()
        const asked = questionOf(failure)
        if (asked !== null && isHere.current) return setUnderWay(asked)
        fail(checkoutError(failure))
      },
    },
  )

  /** A buyer who left this page meanwhile reads it as a toast. */
  function fail(what: CheckoutError) {
    if (isHere.current) setError(what)
    else toast(what.kind === 'login' ? signInFirst : what.text, 'danger')
  }

  return {
    isBusy: paying.isBusy,
    error,
    clear: () => setError(null),
    underWay,
    dismiss: () => setUnderWay(null),
    pay(plan, coin, isAgain = false) {
      // The second click of a double click opens no second window.
      if (paying.isRunning()) return
      setUnderWay(null)
      setError(token === null ? { kind: 'login' } : null)
      if (token === null) return
      void paying.run({ plan, coin, isAgain, invoice: mayAsk && !isAgain ? null : openInvoiceWindow() })
    },
  }
}

function questionOf({ type, message, body }: ApiError): UnderWay | null {
  const orderId = body?.details?.['order_id']
  return type === 'PAYMENT_UNDER_WAY' && typeof orderId === 'string' ? { orderId, text: message } : null
}

function checkoutError({ status, message, body }: ApiError): CheckoutError {
  if (status === 401) return { kind: 'login' }
  if (status === 0) return { kind: 'payment', text: noConnection }
  return { kind: 'payment', text: body === null ? 'Errore nella creazione del pagamento' : message }
}
