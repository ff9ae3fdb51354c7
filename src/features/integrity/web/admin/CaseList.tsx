import * as format from '#shared/format/format.ts'
import { listPageGone } from '#web/screen-texts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { OPENER } from '#web/ui/list/focus.ts'
import { Pagination } from '#web/ui/Pagination.tsx'
import { statusTones, statusTexts, type AdminCase } from '../cases.ts'
import { addressOf, pageRows, type Selection } from './selection.ts'

interface CaseListProps {
  cases: readonly AdminCase[]
  /** That match, on all pages. */
  total: number
  selection: Selection
}

/** One link a case, 25 a page. */
export function CaseList({ cases, total, selection }: CaseListProps) {
  const last = Math.max(1, Math.ceil(total / pageRows))
  if (cases.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          title={total > 0 ? listPageGone : 'Nessuna verifica qui'}
          text={total > 0 ? `L’elenco ora ha ${format.counted(total, 'verifica', 'verifiche')}.` : emptyText(selection)}
          action={
            total > 0 ? (
              <ButtonLink href={addressOf(selection, { page: 1 })}>Vai alla prima pagina</ButtonLink>
            ) : undefined
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
      <div className="mt-3">
        <Pagination
          current={Math.min(selection.page, last)}
          last={last}
          href={(page) => addressOf(selection, { page })}
        />
      </div>
    </>
  )
}

function emptyText({ status, code, trader }: Selection): string {
  if (status === 'waiting' && code === '' && trader === null) return 'Nessun conto aspetta una decisione.'
  if (trader !== null && status === 'all' && code === '')
    return 'Nessuna regola ha mai aperto una verifica su questo trader.'
  return 'Nessuna verifica con questi filtri.'
}

/** The link that takes the focus back from its case. */
export const linkId = (caseId: string) => `verifica-${caseId}`

function CaseLink({ one, selection }: { one: AdminCase; selection: Selection }) {
  return (
    <a
      id={linkId(one.case_id)}
      {...{ [OPENER]: one.case_id }}
      href={addressOf(selection, { case: one.case_id })}
      aria-current={selection.case === one.case_id ? 'true' : undefined}
      className="block px-4 py-3 text-ui text-ink no-underline hover:bg-tint-2 hover:text-ink aria-[current]:bg-tint"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b>{one.name}</b>
        <span className="text-label text-ink-3">
          {one.rule}, {format.dateTime(one.opened_at)}
        </span>
      </span>
      <span className="block [overflow-wrap:anywhere]">
        {one.display_name} <span className="text-ink-3">@{one.username}</span>
      </span>
      <span className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={statusTones[one.status]}>{statusTexts[one.status]}</Badge>
        {one.holds && one.status !== 'cleared' && <Badge tone="danger">Fuori classifica</Badge>}
      </span>
    </a>
  )
}
