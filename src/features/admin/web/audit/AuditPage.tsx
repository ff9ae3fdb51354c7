import type { listAudit } from '#features/admin/audit-contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import { auditAreas, auditSentences, sentenceOf } from '#shared/audit-actions.ts'
import { dateTimeSeconds } from '#shared/format/exact.ts'
import { List } from '#web/ui/list/List.tsx'
import { ListDays, ListFilter, ListPersonFilter } from '#web/ui/list/ListTools.tsx'
import { useListResult, useListState, type ListShape } from '#web/ui/list/state.ts'
import type { AuditEntry } from './entry.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { ChainState } from './ChainState.tsx'

const day = /^20\d\d-\d\d-\d\d$/
const person = /^[^\p{Cc}]{1,60}$/u
const shape: ListShape = {
  base: adminAddress('audit'),
  sorts: ['at'],
  sort: { by: 'at', order: 'desc' },
  filters: { action: /^[a-z]+\.(?:\*|[a-z_-]+)$/, actor: person, subject: person, from: day, to: day },
}

const areaOf = (action: string) => action.slice(0, action.indexOf('.'))

/** Each area with its actions. */
const actions = [
  { value: '', label: 'Tutte' },
  ...Object.entries(auditAreas).flatMap(([area, name]) => {
    const own = Object.entries(auditSentences).filter(([action]) => areaOf(action) === area)
    const whole = { value: `${area}.*`, label: own.length > 1 ? `${name}: tutto` : name }
    return own.length === 1
      ? [whole]
      : [whole, ...own.map(([action, words]) => ({ value: action, label: `${name}: ${words.replace(/^Ha /, '')}` }))]
  }),
]

/** The actions of admins, and those of the product itself. `docs/operations/audit-log.md`. */
export function AuditPage() {
  const state = useListState(shape)
  const result = useListResult<typeof listAudit>('GET /api/admin/audit', state)
  return (
    <List<AuditEntry>
      title="Registro"
      lead="Le azioni degli amministratori, e quelle di trader e server che contano, con chi le ha fatte, su chi, quando e da dove. Le righe non si modificano e non si cancellano."
      state={state}
      result={result}
      rows={result.data?.entries}
      total={result.data?.total}
      searchLabel="Cerca riga, richiesta o dettaglio"
      seek={(id) => id}
      filters={
        <>
          <ListFilter label="Azione" name="action" state={state} options={actions} />
          <ListPersonFilter label="Chi" name="actor" state={state} />
          <ListPersonFilter label="Su chi" name="subject" state={state} />
          <ListDays state={state} />
        </>
      }
      csv={{ path: '/api/admin/audit.csv', name: 'toptrader-registro.csv' }}
      texts={{
        loading: 'Caricamento registro...',
        empty: 'Il registro si riempie con la prima azione di un amministratore.',
        noMatch: 'Nessuna azione con questa ricerca e questi filtri.',
        error: 'Errore caricamento registro',
      }}
      idOf={(entry) => String(entry.audit_id)}
      name={{ title: 'Che cosa', of: (entry) => sentenceOf(entry.action, entry.details) }}
      nameAt={2}
      columns={[
        {
          title: 'Quando',
          sort: { by: 'at', first: 'desc' },
          cell: (entry) => <time dateTime={entry.at}>{dateTimeSeconds(entry.at)}</time>,
        },
        { title: 'Chi', cell: (entry) => whoText(entry) },
        { title: 'Su chi', cell: (entry) => onWhom(entry) },
        { title: 'Da dove', cell: (entry) => entry.address ?? '–' },
      ]}
      detail={(entry) => <AuditDetail entry={entry} state={state} />}
    >
      {result.data === undefined && result.error === null && <span className="skeleton mt-3 h-5 max-[560px]:h-10" />}
      {result.data !== undefined && <ChainState check={result.data.check} />}
    </List>
  )
}

function whoText({ actor, actor_username: username }: AuditEntry): string {
  if (actor === null) return 'Il server'
  return username === null ? 'Utente eliminato' : `@${username}`
}

function onWhom({ subject, subject_username: username }: AuditEntry) {
  if (subject === null) return '–'
  if (username === null) return 'Utente eliminato'
  return <a href={adminAddress('users', { q: subject, open: subject })}>@{username}</a>
}
