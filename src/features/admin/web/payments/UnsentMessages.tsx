import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listOutbox } from '#features/admin/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { live } from '#web/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { waitingQuery } from '#web/waiting.ts'
import type { UnsentReader } from '../../viewer.ts'

const key = 'GET /api/admin/outbox'
type Page = ResponseOf<typeof listOutbox>

/**
 * The unsent messages, to be read here: without a mail server they never leave. Renders nothing without any. The answer about who is
 * signed in has their number. The list loads when it is opened.
 */
export function UnsentMessages() {
  const [isOpen, setOpen] = useState(false)
  const viewer = useQuery(waitingQuery<UnsentReader>())
  const { data, ...list } = useInfiniteQuery(
    live({
      enabled: isOpen,
      queryKey: [key],
      queryFn: ({ pageParam }: { pageParam: string | null }) =>
        send<typeof listOutbox>(key, { query: { limit: '20', ...(pageParam !== null && { cursor: pageParam }) } }),
      initialPageParam: null as string | null,
      getNextPageParam: (page: Page) => page.next_cursor,
    }),
  )
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  const total = viewer.data?.admin?.unsent_count ?? 0
  if (total === 0) return null
  return (
    <details className="mt-4 text-ui" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="py-1 font-semibold">Messaggi in attesa: {format.count(total)}</summary>
      {list.error !== null && (
        <QueryError
          lead="Messaggi non disponibili."
          error={list.error}
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {data !== undefined && (
        <p className="mt-1 text-ink-2">
          {data.pages[0]?.sends === true
            ? 'Partono da soli appena il server della posta li accetta.'
            : 'L’invio delle email non è configurato: leggili qui, e avvisa tu chi li aspetta.'}
        </p>
      )}
      <ul className="mt-1" aria-label="Messaggi in attesa">
        {messages.map((message) => (
          <Message key={message.message_id} message={message} />
        ))}
      </ul>
      {list.hasNextPage && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-label text-ink-3">
          <Button
            size="sm"
            busy={list.isFetchingNextPage && 'Caricamento...'}
            onClick={() => void list.fetchNextPage()}
          >
            Mostra altri
          </Button>
          {format.count(messages.length)} di {format.count(total)}
        </p>
      )}
    </details>
  )
}

function Message({ message }: { message: Page['messages'][number] }) {
  const { kind, recipient, subject, body, created_at: at, attempts, last_error: lastError } = message
  return (
    <li className="border-b border-line py-2 last:border-b-0 [overflow-wrap:anywhere]">
      <details>
        <summary>
          <b>{subject}</b>{' '}
          <span className="text-ink-3">
            {kind === 'admin_alert' ? 'Agli amministratori' : `A ${recipient ?? 'nessuno'}`}, {format.dateTime(at)}
          </span>
        </summary>
        {attempts > 0 && (
          <p className="mt-1 text-label text-danger">
            {format.counted(attempts, 'tentativo fallito', 'tentativi falliti')}
            {lastError === null ? '' : `, l’ultimo con ${lastError}`}
          </p>
        )}
        <p className="mt-1 whitespace-pre-line text-ink-2">{body}</p>
      </details>
    </li>
  )
}
