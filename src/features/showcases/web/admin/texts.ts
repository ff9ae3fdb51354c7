import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import type { ModeratedFilter } from '#features/showcases/rules/moves.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import * as format from '#shared/format/format.ts'
import { deletionFailed } from '#features/showcases/texts.ts'
import { noConnection, readError, type ApiError } from '#web/api.ts'
import { deletionUnanswered } from '#web/error-text.ts'

/** Why a call failed: the server's own text with the status. */
export function statusErrorText(error: unknown): string {
  const { status, message } = readError(error)
  return status === 0 ? noConnection : `Errore ${status}: ${message}`
}

/** Why a showcase was not deleted. */
export const deletionErrorText = ({ status, body }: ApiError) =>
  status === 0 ? deletionUnanswered : `❌ ${deletionFailed} ${body?.detail ?? 'Errore sconosciuto'}`

/** A moderator's filters: the statuses, and three more. */
const filterLabels: Record<ModeratedFilter, string> = {
  waiting: 'Da moderare',
  ...statusLabels,
  public: 'Visibili ora',
  hidden: 'Approvate ma nascoste',
}

/** Options of the filter; with counts once they are known. */
export function filterOptions(counts: Record<ModeratedFilter, number> | undefined): { value: string; label: string }[] {
  return [
    { value: '', label: 'Tutti gli stati' },
    ...(Object.entries(filterLabels) as [ModeratedFilter, string][]).map(([value, label]) => ({
      value,
      label: counts === undefined ? label : `${label}: ${format.count(counts[value])}`,
    })),
  ]
}

/** The name of a showcase, without the title of a private draft, which only its owner reads. */
export const nameOf = (row: Pick<ModeratedShowcase, 'title'>) => row.title ?? 'Bozza privata'

/** Why a showcase stays hidden once it is approved; null where it would be public. */
export function hiddenNote(row: ModeratedShowcase): string | null {
  const { diamond_expires: expires, is_public: isPublic, was_published: was, waiting_since: since } = row
  if (row.owner_deactivated) return 'Il trader è disattivato: la vetrina non è visibile.'
  if (row.owner_email_awaited) return 'Il trader non ha ancora confermato l’email: la vetrina non è visibile.'
  if (isPublic || (!was && since === null)) return null
  if (expires === null) return 'Il trader non ha Diamond: anche approvata resta nascosta.'
  // The page's clock may be wrong. A published showcase that is not public proves that the plan has ended.
  return was || Date.parse(expires) < Date.now()
    ? `Diamond è scaduto il ${format.date(expires)}: anche approvata resta nascosta fino al rinnovo.`
    : null
}

/** The name of what a moderator reads: a first submission changes nothing. */
export const changesTitle = (wasPublished: boolean) => (wasPublished ? 'Che cosa cambia' : 'Contenuto inviato')
