import { useState } from 'react'
import type {
  acknowledgeCryptoPayment,
  CryptoPayment,
  unacknowledgeCryptoPayment,
} from '#features/payments/admin-contract.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'

const longestNote = 500

/** What a person has to look at, or who looked at it and what they wrote. */
export function ReviewBox({ payment, onReviewed }: { payment: CryptoPayment; onReviewed: () => void }) {
  const { review, reviewed } = payment
  if (review === null) return null
  if (reviewed?.holds) return <Reviewed payment={payment} reviewed={reviewed} />
  return (
    <div className="grid gap-3">
      <Alert tone="warn" lead="Da verificare.">
        {review.text}
        {reviewed !== null && (
          <span className="mt-1 block whitespace-pre-line">{whoLooked(reviewed)} Da allora è cambiato qualcosa.</span>
        )}
      </Alert>
      <details>
        <summary className="font-semibold">Segna come verificato</summary>
        <NoteForm payment={payment} onDone={onReviewed} />
      </details>
    </div>
  )
}

type Looked = NonNullable<CryptoPayment['reviewed']>

const whoLooked = ({ at, by, note }: Looked) =>
  `Verificato il ${format.dateTime(at)} da ${by === null ? 'un amministratore che non c’è più' : `@${by}`}: «${note}».`

function Reviewed({ payment, reviewed }: { payment: CryptoPayment; reviewed: Looked }) {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  async function undo() {
    setBusy(true)
    try {
      const { message } = await send<typeof unacknowledgeCryptoPayment>(
        'DELETE /api/admin/crypto-payments/:order_id/acknowledge',
        { params: { order_id: payment.order_id } },
      )
      toast(message, 'ok')
      await refresh()
    } catch (error) {
      toast(adminErrorText(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert
      tone="ok"
      lead="Verificato."
      action={
        <Button size="sm" busy={busy && 'Attendi...'} onClick={() => void undo()}>
          Annulla la verifica
        </Button>
      }
    >
      {payment.review?.text} <span className="mt-1 block whitespace-pre-line">{whoLooked(reviewed)}</span>
    </Alert>
  )
}

function NoteForm({ payment, onDone }: { payment: CryptoPayment; onDone: () => void }) {
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  // What was shown when the note was begun: money that comes while it is written is not looked at.
  const [begunAt, setBegunAt] = useState<string | null>(null)
  async function mark() {
    setFault(note.trim() === '' ? 'Scrivi che cosa hai verificato.' : undefined)
    if (note.trim() === '') return
    const seen = begunAt ?? payment.review_mark
    setBusy(true)
    try {
      await send<typeof acknowledgeCryptoPayment>('POST /api/admin/crypto-payments/:order_id/acknowledge', {
        params: { order_id: payment.order_id },
        body: { note, ...(seen !== null && { seen }) },
      })
      onDone()
      await refresh()
    } catch (error) {
      setFault(adminErrorText(error))
      setBegunAt(null)
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="mt-2 grid gap-2"
      aria-label="Segna come verificato"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void mark()
      }}
    >
      <TextAreaField
        label="Che cosa hai verificato"
        note={`${format.count(note.length)}/${format.count(longestNote)}`}
        help="Resta scritto qui e nel registro. Se arriva altro denaro o un altro motivo, il pagamento torna da verificare."
        rows={2}
        maxLength={longestNote}
        error={fault}
        value={note}
        onChange={(event) => {
          if (note === '') setBegunAt(payment.review_mark)
          setNote(event.target.value)
        }}
      />
      <Button type="submit" size="sm" className="justify-self-start" busy={busy && 'Attendi...'}>
        Segna come verificato
      </Button>
    </form>
  )
}
