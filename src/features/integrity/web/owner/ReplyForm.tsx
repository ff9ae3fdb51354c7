import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { replyToCase } from '#features/integrity/contract.ts'
import * as format from '#shared/format/format.ts'
import { send, type ApiError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/useFields.ts'
import { isDecided, statementError, statementLength, type Own, type OwnCase } from '../cases.ts'
import { storeDraft, readDraft } from './drafts.ts'
import { ownIntegrity } from './own-integrity.ts'

/** The reply to a case, which can be changed until the decision. A draft is stored until it is sent. */
export function ReplyForm({ one }: { one: OwnCase }) {
  const client = useQueryClient()
  const { queryKey: ownKey } = ownIntegrity()
  const { show, clear, wire } = useFieldErrors(['reply'])
  /** Null while nothing is typed here: the field shows the reply that was sent. */
  const [typed, setTyped] = useState<string | null>(() => readDraft(one.case_id))
  const reply = typed ?? one.reply ?? ''
  const decided = isDecided(one)

  function write(text: string | null) {
    setTyped(text)
    clear('reply')
    storeDraft(one.case_id, text)
  }
  const sending = useAction(
    (text: string) =>
      send<typeof replyToCase>('POST /api/account/integrity/:case_id/reply', {
        params: { case_id: one.case_id },
        body: { reply: text },
      }),
    {
      onDone({ message, case: answered }) {
        client.setQueryData<Own>(ownKey, (own) => own && withCase(own, answered))
        write(null)
        toast(message, 'ok')
        void client.invalidateQueries({ queryKey: ownKey })
      },
      onError({ fields }) {
        void client.invalidateQueries({ queryKey: ownKey })
        return show(fields)
      },
    },
  )

  function submit() {
    if (decided) return
    const wrong = statementError(reply)
    sending.clear()
    if (show(wrong === undefined ? {} : { reply: wrong })) return
    if (reply.trim() === one.reply) return toast('Questa risposta è già stata inviata.', 'info')
    void sending.run(reply.trim())
  }

  return (
    <form
      className="mt-3 grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {decided && (
        <Alert tone="warn" lead="La verifica è già stata decisa." live>
          Questo testo non è stato inviato. Se è importante, copialo e scrivici.
        </Alert>
      )}
      <TextAreaField
        label={decided ? 'Il testo che stavi scrivendo' : 'La tua risposta'}
        note={`${format.count(reply.length)} di ${format.count(statementLength.max)}`}
        help={decided ? undefined : helpOf(one, typed)}
        {...wire('reply')}
        value={reply}
        readOnly={decided}
        maxLength={statementLength.max}
        onChange={(event) => write(event.target.value)}
      />
      {sending.error !== null && !decided && <Refusal error={sending.error} />}
      {!decided && (
        <div>
          <Button type="submit" variant="primary" size="sm" busy={sending.isBusy && 'Invio...'}>
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

/** The text survives the end of the session. */
function Refusal({ error }: { error: ApiError }) {
  if (error.status === 401) {
    return (
      <Alert tone="danger" lead="Risposta non inviata: la sessione è finita." live>
        Il testo resta in questa scheda del browser. <a href="/?view=auth">Accedi di nuovo</a> e lo ritrovi qui.
      </Alert>
    )
  }
  return <ActionError error={error} lead="Risposta non inviata." />
}
