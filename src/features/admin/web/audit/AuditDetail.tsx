import { detailLines } from '#features/admin/audit-details.ts'
import { sentenceOf } from '#shared/audit-actions.ts'
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { withoutFilters, type ListState } from '#web/ui/list/state.ts'
import type { AuditEntry } from './entry.ts'

/** All fields of a line, and links to other actions of the same people. */
export function AuditDetail({ entry, state }: { entry: AuditEntry; state: ListState }) {
  const { audit_id: id, at, action, actor, subject, address, request_id: request } = entry
  const facts: (readonly [string, ReactNode])[] = [
    ['Riga', String(id)],
    ['Azione', sentenceOf(action, entry.details)],
    ['Codice dell’azione', <code key="action">{action}</code>],
    ['Ora UTC', `${at.slice(0, 10)} ${at.slice(11, 23)}`],
    ['Indirizzo', address ?? '–'],
    ['Richiesta', request ?? '–'],
    ...(actor === null ? [] : [['Id di chi l’ha fatta', actor] as const]),
    ...(subject === null ? [] : [['Id dell’utente', subject] as const]),
  ]
  const lines = detailLines(entry.details)
  return (
    <div className="grid gap-4">
      {lines.length > 0 && (
        <Facts
          className="adm-facts"
          facts={lines.map(({ label, before, value }) => [
            label,
            before === null ? value : <Changed key={label} before={before} after={value} />,
          ])}
        />
      )}
      <Facts className="adm-facts" facts={facts} />
      <div className="flex flex-wrap gap-2">
        {actor !== null && (
          <ButtonLink size="sm" href={only(state, { actor })}>
            Tutte le azioni di chi l’ha fatta
          </ButtonLink>
        )}
        {subject !== null && (
          <ButtonLink size="sm" href={only(state, { subject })}>
            Tutte le azioni su questo utente
          </ButtonLink>
        )}
        {request !== null && (
          <ButtonLink size="sm" href={state.href({ q: request, filters: withoutFilters(state) })}>
            Tutte le azioni della stessa richiesta
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const only = (state: ListState, filters: Record<string, string>) =>
  state.href({ q: '', filters: { ...withoutFilters(state), ...filters } })

function Changed({ before, after }: { before: string; after: string }) {
  return (
    <>
      <s className="text-ink-3">
        <span className="sr-only">prima </span>
        {before}
      </s>{' '}
      <span className="sr-only">, dopo </span>
      <span aria-hidden>→ </span>
      {after}
    </>
  )
}
