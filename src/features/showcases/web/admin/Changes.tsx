import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { heldForAdmins } from '#features/integrity/level-texts.ts'
import type { getModeratedShowcase, ModeratedDetail } from '#features/showcases/admin-contract.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { q } from '#web/api.ts'
import { Facts } from '#web/ui/list/Facts.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { labelOf } from '#features/showcases/rules/fields.ts'
import { ChangedField } from './ChangedField.tsx'
import { ClaimLine, WarningLine } from './Findings.tsx'
import { PartHead } from './headings.tsx'
import { changesTitle } from './texts.ts'

interface ChangesProps {
  showcaseId: string
  /** Reports the version that is shown. */
  onVersion: (version: number) => void
}

/** All data for a decision: old beside new, the register's figures beside claims, the owner and the history. */
export function Changes({ showcaseId, onVersion }: ChangesProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(
    q<typeof getModeratedShowcase>('GET /api/admin/showcases/:showcase_id', { params: { showcase_id: showcaseId } }),
  )
  const reportVersion = useEffectEvent(onVersion)
  const version = data?.version ?? null
  useEffect(() => {
    if (version !== null) reportVersion(version)
  }, [version])
  if (data === undefined) {
    return isPending ? (
      <output className="skeleton mt-3 grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>
    ) : (
      <div className="mt-3">
        <QueryError
          lead="Dettagli della vetrina non disponibili."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  const isElsewhere = ({ field }: { field: string }) => !data.changes.some((change) => isWithin(field, change.field))
  const idle = idleButtons(data)
  const shown = data.changes.filter(
    ({ field }) =>
      !idle.some(({ path }) => field.startsWith(path)) || data.claims.some((claim) => claim.field === field),
  )
  const claims = data.claims.filter(isElsewhere)
  const warnings = data.warnings.filter(isElsewhere)
  return (
    <div className="adm-changes">
      <Owner detail={data} />
      {claims.length + warnings.length > 0 && (
        <section aria-label="Da controllare nei testi che non cambiano">
          <PartHead>Nei testi che non cambiano</PartHead>
          <ul className="adm-findings">
            {claims.map((claim, index) => (
              // The same words may stand in a text twice.
              <ClaimLine key={`claim ${index}`} claim={claim} place={labelOf(claim.field)} />
            ))}
            {warnings.map((warning) => (
              <WarningLine
                key={`${warning.field} ${warning.kind} ${warning.about}`}
                warning={warning}
                place={labelOf(warning.field)}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={changesTitle(data.was_published)}>
        <PartHead>{changesTitle(data.was_published)}</PartHead>
        {data.changes.length === 0 ? (
          <p className="text-ui text-ink-2">Niente: la versione inviata è quella pubblicata.</p>
        ) : shown.length === 0 ? null : (
          <div className="adm-diff">
            {shown.map((change) => (
              <ChangedField
                key={change.field}
                change={change}
                isNew={!data.was_published}
                claims={data.claims.filter(({ field }) => isWithin(field, change.field))}
                warnings={data.warnings.filter(({ field }) => field === change.field)}
              />
            ))}
          </div>
        )}
        {idle.length > 0 && (
          <p className="mt-2 text-ink-3">
            Non pubblici, perché senza indirizzo:{' '}
            {idle.map(({ text, place }) => `«${text}» (pulsante ${format.count(place)})`).join(', ')}.
          </p>
        )}
      </section>
      <Files detail={data} />
      <History detail={data} />
    </div>
  )
}

/** Services are one field of the difference, and claims name each service by itself. */
const isWithin = (field: string, changed: string) => field === changed || field.startsWith(`${changed}.`)

/** Submitted buttons without an address, which had none before either. The page does not draw them. */
function idleButtons({ content, changes }: ModeratedDetail): { path: string; text: string; place: number }[] {
  return (content?.cta_buttons ?? []).flatMap(({ text, url }, index) => {
    const path = `cta_buttons.${index}.`
    const hadAddress = changes.some(({ field }) => field === `${path}url`)
    const hasChanged = changes.some(({ field }) => field.startsWith(path))
    return url === null && !hadAddress && hasChanged && text !== '' ? [{ path, text, place: index + 1 }] : []
  })
}

function Owner({ detail: { owner, diamond_expires: expires } }: { detail: ModeratedDetail }) {
  const facts: [string, string][] = [
    ['Diamond', expires === null ? 'Mai avuto' : `Fino al ${format.date(expires)}`],
    ['Verifica', owner.verification_level === null ? format.MISSING : levelLabels[owner.verification_level]],
    ['Posizione', owner.current_rank === null ? format.MISSING : `#${format.count(owner.current_rank)}`],
    ['Conto', owner.has_connected_account ? 'Collegato' : 'Non collegato'],
  ]
  if (owner.held !== null) facts.push(['Controlli', heldForAdmins[owner.held]])
  return <Facts className="adm-facts" facts={facts} label="Il trader" />
}

function Files({ detail: { files } }: { detail: ModeratedDetail }) {
  if (files.length === 0) return null
  return (
    <section aria-label="File">
      <PartHead>File</PartHead>
      <ul className="adm-lines">
        {files.map((file) => (
          <li key={file.file_url}>
            <a href={file.file_url} target="_blank" rel="noopener noreferrer">
              {file.name}
            </a>{' '}
            <span className="text-ink-3">
              {file.kind === 'pdf' ? 'PDF' : 'Immagine'}, {format.decimal(file.bytes / 1024 / 1024)} MB, caricato il{' '}
              {format.dateTime(file.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const eventLabels: Record<ModeratedDetail['events'][number]['event'], string> = {
  save: 'Bozza salvata',
  submit: 'Inviata',
  approve: 'Approvata',
  request_changes: 'Modifiche richieste',
  reject: 'Rifiutata',
}

function History({ detail: { events } }: { detail: ModeratedDetail }) {
  return (
    <section aria-label="Storia">
      <PartHead>Storia</PartHead>
      <ol className="adm-lines">
        {events.map((event) => (
          <li key={event.event_id}>
            <b>{eventLabels[event.event]}</b> <span className="figures text-ink-3">{format.dateTime(event.at)}</span>{' '}
            <span className="text-ink-3">
              {event.actor_username === null ? 'utente eliminato' : `@${event.actor_username}`}, versione{' '}
              {format.count(event.version)}, {statusLabels[event.to_status]}
            </span>
            {event.message !== null && <q>{event.message}</q>}
          </li>
        ))}
      </ol>
    </section>
  )
}
