import { useState } from 'react'
import type { restoreCryptoPayment, unacknowledgeCryptoPayment } from '#features/payments/admin-contract.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRenew } from './lists.ts'

/** An act by which a row may have left the list. */
export interface Left {
  act: 'hidden' | 'reviewed'
  orderId: string
}

const acts = {
  hidden: {
    said: 'Pagamento eliminato dall’elenco.',
    back: 'Ripristina',
    undo: (orderId: string) =>
      send<typeof restoreCryptoPayment>('POST /api/admin/crypto-payments/:order_id/restore', {
        params: { order_id: orderId },
      }),
  },
  reviewed: {
    said: 'Segnato come verificato.',
    back: 'Annulla la verifica',
    undo: (orderId: string) =>
      send<typeof unacknowledgeCryptoPayment>('DELETE /api/admin/crypto-payments/:order_id/acknowledge', {
        params: { order_id: orderId },
      }),
  },
}

/** What was just done to a row, and the way back. */
export function TakeBack({ left: { act, orderId }, onDone }: { left: Left; onDone: () => void }) {
  const { said, back, undo } = acts[act]
  const renew = useRenew()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function takeBack() {
    setBusy(true)
    setFault(null)
    try {
      const { message } = await undo(orderId)
      toast(message, 'ok')
      onDone()
      await renew()
    } catch (error) {
      setFault(adminErrorText(error))
      setBusy(false)
    }
  }
  return (
    <div className="mt-3">
      <Alert
        tone={fault === null ? 'info' : 'danger'}
        lead={fault ?? said}
        live
        action={
          <Button size="sm" busy={busy && 'Attendi...'} onClick={() => void takeBack()}>
            {back}
          </Button>
        }
      >
        <span className="[overflow-wrap:anywhere]">{orderId}</span>
      </Alert>
    </div>
  )
}
