import { useState } from 'react'
import type { acknowledgeCryptoPayment, CryptoPayment } from '#features/payments/admin-contract.ts'
import { longestNote, noteMissing } from '#features/payments/review-note.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { adminErrorText, toastAdminError } from '#web/error-text.ts'
import { erasedAdmin } from '#web/screen-texts.ts'
import { useRefresh } from './queries.ts'
import { undoReview } from './undo.ts'

/** The matter that a person must review, or who reviewed it and their note. */
export function ReviewBox({ payment, onReviewed }: { payment: CryptoPayment; onReviewed: () => void }) {
  const { review, reviewed } = payment
  if (review === null) return null
  if (reviewed?.holds) return <Reviewed payment={payment} reviewed={reviewed} />
  return (
    <div className="grid gap-3">
      <Alert tone="warn" lead="Da verificare.">
        {review.text}
        {reviewed !== null && (
          <span className="mt-1 block whitespace-pre-line">{reviewText(reviewed)} Da allora è cambiato qualcosa.</span>
        )}
      </Alert>
      <details>
        <summary className="font-semibold">Segna come verificato</summary>
        <NoteForm payment={payment} onDone={onReviewed} />
      </details>
    </div>
  )
}

type Review = NonNullable<CryptoPayment['reviewed']>

const reviewText = ({ at, by, note }: Review) =>
  `Verificato il ${format.dateTime(at)} da ${by === null ? erasedAdmin : `@${by}`}: «${note}».`

function Reviewed({ payment, reviewed }: { payment: CryptoPayment; reviewed: Review }) {
  const refresh = useRefresh()
  const undoing = useAction(() => undoReview(payment.order_id), {
    onDone({ message }) {
      toast(message, 'ok')
      return refresh()
    },
    onError: toastAdminError,
  })
  return (
    <Alert
      tone="ok"
      lead="Verificato."
      action={
        <Button size="sm" busy={undoing.isBusy && 'Attendi...'} onClick={() => void undoing.run()}>
          Annulla la verifica
        </Button>
      }
    >
      {payment.review?.text} <span className="mt-1 block whitespace-pre-line">{reviewText(reviewed)}</span>
    </Alert>
  )
}

function NoteForm({ payment, onDone }: { payment: CryptoPayment; onDone: () => void }) {
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const [fieldError, setFieldError] = useState<string | undefined>()
  // The mark that was shown when the note was begun, so that money that comes while it is typed is not reviewed.
  const [begunAt, setBegunAt] = useState<string | null>(null)
  const { run, isBusy } = useAction(
    (seen: string | null) =>
      send<typeof acknowledgeCryptoPayment>('POST /api/admin/crypto-payments/:order_id/acknowledge', {
        params: { order_id: payment.order_id },
        body: { note, ...(seen !== null && { seen }) },
      }),
    {
      onDone() {
        onDone()
        return refresh()
      },
      async onError(error) {
        setFieldError(adminErrorText(error))
        setBegunAt(null)
        await refresh()
      },
    },
  )
  function mark() {
    const isEmpty = note.trim() === ''
    setFieldError(isEmpty ? noteMissing : undefined)
    if (!isEmpty) void run(begunAt ?? payment.review_mark)
  }
  return (
    <form
      className="mt-2 grid gap-2"
      aria-label="Segna come verificato"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mark()
      }}
    >
      <TextAreaField
        label="Che cosa hai verificato"
        note={`${format.count(note.length)}/${format.count(longestNote)}`}
        help="Resta scritto qui e nel registro. Se arriva altro denaro o un altro motivo, il pagamento torna da verificare."
        rows={2}
        maxLength={longestNote}
        error={fieldError}
        value={note}
        onChange={(event) => {
          if (note === '') setBegunAt(payment.review_mark)
          setNote(event.target.value)
        }}
      />
      <Button type="submit" size="sm" className="justify-self-start" busy={isBusy && 'Attendi...'}>
        Segna come verificato
      </Button>
    </form>
  )
}
