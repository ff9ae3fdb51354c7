import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { replyToCase } from '#features/integrity/contract.ts'
import * as format from '#shared/format.ts'
import { readError, send, type ApiError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/Field.tsx'
import { statementFault, statementLength, type OwnCase } from '../cases.ts'

/** The answer to a case; it may be changed until somebody decides. */
export function ReplyForm({ one }: { one: OwnCase }) {
  const client = useQueryClient()
  const [reply, setReply] = useState(one.reply ?? '')
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const isSent = one.reply !== null && reply.trim() === one.reply

  async function submit() {
    const wrong = statementFault(reply)
    setFault(wrong)
    setRefusal(null)
    if (wrong !== undefined) return
    setBusy(true)
    try {
      const { message } = await send<typeof replyToCase>('POST /api/account/integrity/:case_id/reply', {
        params: { case_id: one.case_id },
        body: { reply: reply.trim() },
      })
      toast(message, 'ok')
    } catch (error) {
      const failure = readError(error)
      setRefusal(failure)
      setFault(failure.fields['reply'])
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['GET /api/account/integrity'] })
    }
  }

  return (
    <form
      className="mt-3 grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextAreaField
        label="La tua risposta"
        note={`${format.count(reply.length)} di ${format.count(statementLength.max)}`}
        help={
          one.replied_at === null
            ? 'La legge solo chi decide. Puoi cambiarla finché la verifica è aperta.'
            : `Inviata il ${format.dateTime(one.replied_at)}. Puoi ancora cambiarla.`
        }
        error={fault}
        value={reply}
        maxLength={statementLength.max}
        onChange={(event) => {
          setReply(event.target.value)
          setFault(undefined)
        }}
      />
      {refusal !== null && (
        <Alert tone="danger" lead="Risposta non inviata." live>
          {refusal.message}
        </Alert>
      )}
      <div>
        <Button type="submit" variant="primary" size="sm" disabled={isSent} busy={busy && 'Invio...'}>
          {one.reply === null ? 'Invia la risposta' : 'Aggiorna la risposta'}
        </Button>
      </div>
    </form>
  )
}
