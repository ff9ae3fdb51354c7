import { useState } from 'react'
import type { reconcilePayment } from '#features/payments/contract.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'
import { reconciledToast } from './labels.ts'

/** Gives an order without a user to the account with this e-mail, and reconciles it with the provider. */
export function BindForm({ orderId, paymentId }: { orderId: string; paymentId: string }) {
  const refresh = useRefresh()
  const [email, setEmail] = useState('')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const { run, isBusy } = useAction(
    () =>
      send<typeof reconcilePayment>('POST /api/crypto/reconcile-payment', {
        body: { order_id: orderId, payment_id: paymentId, email: email.trim() },
      }),
    {
      onDone(answer) {
        const { text, tone } = reconciledToast(answer)
        toast(text, tone)
        return refresh()
      },
      onError: (error) => setFieldError(adminErrorText(error)),
    },
  )
  function bind() {
    const isEmpty = email.trim() === ''
    setFieldError(isEmpty ? 'Scrivi l’email dell’account.' : undefined)
    if (!isEmpty) void run()
  }
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      aria-label="Collega l’ordine a un account"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        bind()
      }}
    >
      <div className="min-w-[220px] flex-1">
        <TextField
          label="Email dell’account a cui dare l’ordine"
          type="email"
          maxLength={254}
          error={fieldError}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <Button type="submit" className="mt-6" busy={isBusy && 'Attendi...'}>
        Collega e riconcilia
      </Button>
    </form>
  )
}
