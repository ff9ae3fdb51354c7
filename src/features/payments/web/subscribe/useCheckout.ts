import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Buyer } from '#features/payments/viewer.ts'
import type { createPayment } from '../../contract.ts'
import { readError, send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { useToken, viewerQuery } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { paymentAddress } from '../../addresses.ts'
import { noteBlocked, openInvoiceWindow } from '../invoice-window.ts'
import { rememberOrder } from '../last-order.ts'

/** Why no invoice was opened: no session, or a sentence. */
export type CheckoutError = { kind: 'login' } | { kind: 'payment'; text: string }

export interface Checkout {
  isBusy: boolean
  fault: CheckoutError | null
  clear: () => void
  /** Must be called by the click itself: the browser opens a window only then. */
  pay: (plan: string, coin: string | null) => void
}

/** The sentence without a session. */
export const signInFirst = 'Devi essere loggato per effettuare un pagamento'
const noAddress = 'URL pagamento non disponibile. Riprova tra qualche minuto.'

/** Opens the invoice in a window of its own. This page goes on to wait for the payment. */
export function useCheckout(): Checkout {
  const client = useQueryClient()
  const token = useToken()
  const isRunning = useRef(false)
  const isHere = useRef(true)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<CheckoutError | null>(null)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function open(plan: string, coin: string | null) {
    const invoice = openInvoiceWindow()
    try {
      const own = await client.ensureQueryData(viewerQuery<Buyer>())
      const body = {
        user_id: own.trader_id,
        plan,
        email: own.trader_info.email,
        ...(coin !== null && { pay_currency: coin }),
      }
      const made = await send<typeof createPayment>('POST /api/crypto/create-payment', { body })
      rememberOrder({ order_id: made.order_id, trader_id: own.trader_id })
      // The dashboard's list of payments has one more.
      void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
      if (invoice?.show(made.invoice_url) === false) return fail({ kind: 'payment', text: noAddress })
      noteBlocked(invoice === null ? made.order_id : null)
      // A buyer who left this page meanwhile has the invoice in its window, and is not called back.
      if (isHere.current) navigate(paymentAddress(made.order_id))
    } catch (error) {
      invoice?.close()
      fail(outcomeOf(error))
    }
  }

  /** A buyer who left this page meanwhile reads it as a toast. */
  function fail(what: CheckoutError) {
    if (isHere.current) setFault(what)
    else toast(what.kind === 'login' ? signInFirst : what.text, 'danger')
  }

  return {
    isBusy,
    fault,
    clear: () => setFault(null),
    pay(plan, coin) {
      // The second click of a double click comes before the next rendering.
      if (isRunning.current) return
      setFault(null)
      if (token === null) return setFault({ kind: 'login' })
      isRunning.current = true
      setBusy(true)
      void open(plan, coin).finally(() => {
        isRunning.current = false
        setBusy(false)
      })
    },
  }
}

function outcomeOf(error: unknown): CheckoutError {
  const { status, message, body } = readError(error)
  if (status === 401) return { kind: 'login' }
  if (status === 0) return { kind: 'payment', text: 'Errore di connessione' }
  return { kind: 'payment', text: body === null ? 'Errore nella creazione del pagamento' : message }
}
