import { adminAddress } from '#shared/admin-pages.ts'
import type { listContacts } from '#features/contacts/admin-contract.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { focusRow, enclosingList } from '#web/ui/list/focus.ts'
import { List } from '#web/ui/list/List.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { useListResult, useListState, type ListShape, type ListState } from '#web/ui/list/state.ts'
import type { InboxMessage } from './inbox.ts'
import { MessageDetail } from './MessageDetail.tsx'

const shape: ListShape = {
  base: adminAddress('contacts'),
  sorts: ['state', 'created_at'],
  sort: { by: 'state', order: 'asc' },
  filters: { state: ['open', 'handled'] },
}

const states = [
  { value: '', label: 'Tutti' },
  { value: 'open', label: 'Da gestire' },
  { value: 'handled', label: 'Gestiti' },
]

/** Messages of the contact page. `docs/operations/messages.md`. */
export function InboxPage() {
  const state = useListState(shape)
  const result = useListResult<typeof listContacts>('GET /api/admin/contacts', state)
  const messages = result.data?.messages
  return (
    <List<InboxMessage>
      title="Messaggi"
      lead={openText(result.data?.open_count)}
      state={state}
      result={result}
      rows={messages}
      total={result.data?.total}
      searchLabel="Cerca nome, email o testo"
      filters={<ListFilter label="Stato" name="state" state={state} options={states} />}
      texts={{
        loading: 'Caricamento messaggi...',
        empty: 'I messaggi della pagina Contattaci arrivano qui.',
        noMatch: 'Nessun messaggio con questa ricerca e questo filtro.',
        error: 'Errore caricamento messaggi',
      }}
      idOf={(message) => message.message_id}
      name={{
        title: 'Messaggio',
        of: (message) => message.subject_text,
        cell: (message) => <span className="msg-start">{message.message}</span>,
      }}
      nameAt={1}
      columns={[
        {
          title: 'Stato',
          sort: { by: 'state', first: 'asc' },
          cell: ({ handled_at: at }) => (
            <span>{at === null ? <Badge tone="brass">Da gestire</Badge> : <Badge tone="neutral">Gestito</Badge>}</span>
          ),
        },
        {
          title: 'Da',
          cell: ({ name, email, username }) => (
            <span>
              {name}
              <span className="block text-ink-2">{username === null ? email : `@${username}`}</span>
            </span>
          ),
        },
        {
          title: 'Ricevuto il',
          sort: { by: 'created_at', first: 'desc' },
          cell: (message) => format.dateTime(message.created_at),
        },
      ]}
      detail={(message) => <MessageDetail message={message} onNext={nextOf(messages ?? [], message, state)} />}
    />
  )
}

function openText(count: number | undefined): string {
  if (count === undefined) return 'Quello che le persone scrivono nella pagina Contattaci.'
  return count === 0 ? 'Nessun messaggio da gestire.' : `${format.counted(count, 'messaggio', 'messaggi')} da gestire.`
}

/** The next unhandled message of this page after the open one, else from the page's beginning. */
function nextOf(
  messages: readonly InboxMessage[],
  now: InboxMessage,
  state: ListState,
): ((from: Element) => void) | undefined {
  const at = messages.findIndex(({ message_id: id }) => id === now.message_id)
  const next = [...messages.slice(at + 1), ...messages.slice(0, Math.max(at, 0))].find(
    ({ handled_at: handled }) => handled === null,
  )
  if (next === undefined) return undefined
  return (from) => {
    state.go({ open: next.message_id })
    focusRow(enclosingList(from), next.message_id)
  }
}
