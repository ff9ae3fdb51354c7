import { useState } from 'react'
import type { reconcilePayment } from '#features/payments/contract.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'
import { reconciledToast } from './labels.ts'

/** Gives an order without a user to the account with this e-mail, and asks the provider what became of it. */
export function BindForm({ orderId, paymentId }: { orderId: string; paymentId: string }) {
  const refresh = useRefresh()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  async function bind() {
    setFault(email.trim() === '' ? 'Scrivi l’email dell’account.' : undefined)
    if (email.trim() === '') return
    setBusy(true)
    try {
      const answer = await send<typeof reconcilePayment>('POST /api/crypto/reconcile-payment', {
        body: { order_id: orderId, payment_id: paymentId, email: email.trim() },
      })
      const { text, tone } = reconciledToast(answer)
      toast(text, tone)
      await refresh()
    } catch (error) {
      setFault(adminErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      aria-label="Collega l’ordine a un account"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void bind()
      }}
    >
      <div className="min-w-[220px] flex-1">
        <TextField
          label="Email dell’account a cui dare l’ordine"
          type="email"
          maxLength={254}
          error={fault}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <Button type="submit" className="mt-6" busy={busy && 'Attendi...'}>
        Collega e riconcilia
      </Button>
    </form>
  )
}
