import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { replyToCase } from '#features/integrity/contract.ts'
import * as format from '#shared/format.ts'
import { readError, send, type ApiError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { isDecided, statementFault, statementLength, type Own, type OwnCase } from '../cases.ts'
import { forgetDraft, keepDraft, readDraft } from './drafts.ts'

const ownKey = ['GET /api/account/integrity', {}]

/** The answer to a case; it may be changed until somebody decides. What is written is kept until it is sent. */
export function ReplyForm({ one }: { one: OwnCase }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  /** Null while nobody writes here: then the answer stands in the field, wherever it was sent from. */
  const [typed, setTyped] = useState<string | null>(() => readDraft(one.case_id))
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const reply = typed ?? one.reply ?? ''
  const decided = isDecided(one)

  function write(text: string | null) {
    setTyped(text)
    setFault(undefined)
    if (text === null) forgetDraft(one.case_id)
    else keepDraft(one.case_id, text)
  }

  async function submit() {
    if (busy || decided) return
    const wrong = statementFault(reply)
    setFault(wrong)
    setRefusal(null)
    if (wrong !== undefined) return field.current?.focus()
    if (reply.trim() === one.reply) return toast('Questa risposta è già stata inviata.', 'info')
    setBusy(true)
    try {
      const { message, case: answered } = await send<typeof replyToCase>('POST /api/account/integrity/:case_id/reply', {
        params: { case_id: one.case_id },
        body: { reply: reply.trim() },
      })
      client.setQueryData<Own>(ownKey, (own) => own && withCase(own, answered))
      write(null)
      toast(message, 'ok')
    } catch (error) {
      const failure = readError(error)
      setRefusal(failure)
      setFault(failure.fields['reply'])
      if (failure.fields['reply'] !== undefined) field.current?.focus()
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ownKey })
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
      {decided && (
        <Alert tone="warn" lead="La verifica è già stata decisa." live>
          Questo testo non è stato inviato. Se è importante, copialo e scrivici.
        </Alert>
      )}
      <TextAreaField
        ref={field}
        label={decided ? 'Il testo che stavi scrivendo' : 'La tua risposta'}
        note={`${format.count(reply.length)} di ${format.count(statementLength.max)}`}
        help={decided ? undefined : helpOf(one, typed)}
        error={fault}
        value={reply}
        readOnly={decided}
        maxLength={statementLength.max}
        onChange={(event) => write(event.target.value)}
      />
      {refusal !== null && !decided && <Refusal refusal={refusal} />}
      {!decided && (
        <div>
          <Button type="submit" variant="primary" size="sm" busy={busy && 'Invio...'}>
            {one.reply === null ? 'Invia la risposta' : 'Aggiorna la risposta'}
          </Button>
        </div>
      )}
    </form>
  )
}

function withCase(own: Own, answered: OwnCase): Own {
  return { ...own, cases: own.cases.map((one) => (one.case_id === answered.case_id ? answered : one)) }
}

function helpOf({ replied_at: at, reply }: OwnCase, typed: string | null): string {
  if (at === null) return 'La legge solo chi decide. Puoi cambiarla finché la verifica è aperta.'
  const changed = typed !== null && typed.trim() !== reply
  return `Inviata il ${format.dateTime(at)}. ${changed ? 'Il testo qui sopra è diverso: non è ancora inviato.' : 'Puoi ancora cambiarla.'}`
}

/** A session that ended takes nothing with it. */
function Refusal({ refusal: { status, message } }: { refusal: ApiError }) {
  if (status === 401) {
    return (
      <Alert tone="danger" lead="Risposta non inviata: la sessione è finita." live>
        Il testo resta in questa scheda del browser. <a href="/?view=auth">Accedi di nuovo</a> e lo ritrovi qui.
      </Alert>
    )
  }
  return (
    <Alert tone="danger" lead="Risposta non inviata." live>
      {message}
    </Alert>
  )
}
