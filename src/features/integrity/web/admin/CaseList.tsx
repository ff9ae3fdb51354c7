import { findingName } from '#features/integrity/words-admin.ts'
import * as format from '#shared/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { statusTones, statusWords, type AdminCase } from '../cases.ts'
import { addressOf, type Selection } from './selection.ts'

interface CaseListProps {
  cases: readonly AdminCase[]
  next: string | null
  selection: Selection
}

/** One link a case: those that wait the longest come first. */
export function CaseList({ cases, next, selection }: CaseListProps) {
  if (cases.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          title="Nessuna verifica qui"
          text={
            selection.status === 'waiting' && selection.code === ''
              ? 'Nessun conto aspetta una decisione.'
              : 'Nessuna verifica con questi filtri.'
          }
        />
      </div>
    )
  }
  return (
    <>
      <ul className="panel" aria-label="Verifiche">
        {cases.map((one) => (
          <li key={one.case_id} className="border-b border-line last:border-b-0">
            <CaseLink one={one} selection={selection} />
          </li>
        ))}
      </ul>
      {(next !== null || selection.cursor !== null) && (
        <p className="mt-3 flex gap-2">
          {selection.cursor !== null && (
            <ButtonLink size="sm" href={addressOf(selection, { cursor: null, case: null })}>
              Dall’inizio
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink size="sm" href={addressOf(selection, { cursor: next, case: null })}>
              Pagina seguente
            </ButtonLink>
          )}
        </p>
      )}
    </>
  )
}

/** Where the keyboard comes back to from a case. */
export const linkId = (caseId: string) => `verifica-${caseId}`

function CaseLink({ one, selection }: { one: AdminCase; selection: Selection }) {
  return (
    <a
      id={linkId(one.case_id)}
      href={addressOf(selection, { case: one.case_id })}
      aria-current={selection.case === one.case_id ? 'true' : undefined}
      className="block px-4 py-3 text-ui text-ink no-underline hover:bg-tint-2 hover:text-ink aria-[current]:bg-tint"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b>{findingName(one.code)}</b>
        <span className="text-label text-ink-3">
          {one.rule}, {format.dateTime(one.opened_at)}
        </span>
      </span>
      <span className="block [overflow-wrap:anywhere]">
        {one.display_name} <span className="text-ink-3">@{one.username}</span>
      </span>
      <span className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={statusTones[one.status]}>{statusWords[one.status]}</Badge>
        {one.holds && one.status !== 'cleared' && <Badge tone="danger">Fuori classifica</Badge>}
      </span>
    </a>
  )
}
