import type { ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { erasedAdmin } from '#web/screen-texts.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useInvalidate } from '#web/hooks/useInvalidate.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { handle, reopen, replyAddress, type InboxMessage } from './inbox.ts'

interface DetailProps {
  message: InboxMessage
  /** Goes to the next unhandled message; undefined where this page has none. */
  onNext: ((from: Element) => void) | undefined
}

/** A message in full, as text, with its writer and the actions. */
export function MessageDetail({ message, onNext }: DetailProps) {
  // The dashboard's answer counts what is open.
  const refresh = useInvalidate(['GET /api/admin/contacts', 'GET /api/dashboard'])
  const marking = useAction(
    (isHandled: boolean) => (isHandled ? handle(message.message_id) : reopen(message.message_id)),
    {
      onDone(answer) {
        toast(answer.message, 'ok')
        return refresh()
      },
    },
  )
  const busy = marking.isBusy && 'Attendi...'
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
          {message.handled_by_username === null ? erasedAdmin : `@${message.handled_by_username}`}.
        </p>
      )}
      <ActionError error={marking.error} lead="Non è stato segnato." />
      <div className="flex flex-wrap gap-2">
        <a className="btn btn-secondary btn-sm" href={replyAddress(message)}>
          Rispondi
        </a>
        {isOpen ? (
          <Button size="sm" variant="primary" busy={busy} onClick={() => void marking.run(true)}>
            Segna come gestito
          </Button>
        ) : (
          <Button size="sm" busy={busy} onClick={() => void marking.run(false)}>
            Annulla: ancora da gestire
          </Button>
        )}
        {onNext !== undefined && (
          <Button size="sm" onClick={(event) => onNext(event.currentTarget)}>
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
