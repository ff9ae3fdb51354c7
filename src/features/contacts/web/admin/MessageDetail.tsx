import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format.ts'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { handle, reopen, replyAddress, type InboxMessage } from './inbox.ts'

const listKey = 'GET /api/admin/contacts'

interface DetailProps {
  message: InboxMessage
  /** Goes to the next one that waits; undefined where this page has none. */
  onNext: (() => void) | undefined
}

/** A message in full, as text, with who wrote it and what can be done. */
export function MessageDetail({ message, onNext }: DetailProps) {
  const { mark, busy, fault } = useMarking(message)
  const isOpen = message.handled_at === null
  return (
    <article className="msg">
      <p className="text-ui text-ink-2">
        <Writer message={message} />
      </p>
      <p className="msg-text">{message.message}</p>
      {!isOpen && (
        <p className="text-ui text-ink-2">
          Gestito il {format.dateTime(message.handled_at)} da{' '}
          {message.handled_by_username === null
            ? 'un amministratore che non c’è più'
            : `@${message.handled_by_username}`}
          .
        </p>
      )}
      {fault !== null && (
        <Alert tone="danger" lead="Non è stato segnato." live>
          {fault}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <a className="btn btn-secondary btn-sm" href={replyAddress(message)}>
          Rispondi
        </a>
        {isOpen ? (
          <Button size="sm" variant="primary" busy={busy && 'Attendi...'} onClick={() => void mark(true)}>
            Segna come gestito
          </Button>
        ) : (
          <Button size="sm" busy={busy && 'Attendi...'} onClick={() => void mark(false)}>
            Annulla: ancora da gestire
          </Button>
        )}
        {onNext !== undefined && (
          <Button size="sm" onClick={onNext}>
            Prossimo da gestire
          </Button>
        )}
      </div>
    </article>
  )
}

function Writer({
  message: { name, email, trader_id: traderId, username, created_at: at },
}: {
  message: InboxMessage
}) {
  const who: ReactNode =
    traderId === null ? (
      'Ha scritto senza accedere: chiunque può aver indicato questo indirizzo.'
    ) : (
      <>
        Ha scritto dopo l’accesso come{' '}
        <a className="text-accent" href={adminAddress('users', { q: traderId, open: traderId })}>
          @{username ?? 'utente eliminato'}
        </a>
        ; l’indirizzo resta quello indicato nel modulo, non verificato.
      </>
    )
  return (
    <>
      <b className="text-ink">{name}</b>, {email}, {format.dateTime(at)}. {who}
    </>
  )
}

/** Marks and takes back; the list stands still until the answer came. */
function useMarking({ message_id: id }: InboxMessage) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function mark(isHandled: boolean) {
    setBusy(true)
    setFault(null)
    try {
      const { message } = await (isHandled ? handle(id) : reopen(id))
      toast(message, 'ok')
      await client.invalidateQueries({ queryKey: [listKey] })
    } catch (error) {
      setFault(readError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { mark, busy, fault }
}
