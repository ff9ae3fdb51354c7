import type { UseQueryResult } from '@tanstack/react-query'
import type { ShowcaseClaim } from '#features/showcases/contract.ts'
import type { ShowcaseStatus } from '#features/showcases/rules/moves.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { Checklist, checklist } from './Checklist.tsx'
import type { FieldErrors } from '#features/showcases/web/editor/checks.ts'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

const ClaimsBox = lazyWithRetry(async () => (await import('./ClaimsBox.tsx')).ClaimsBox)

interface PublishStepProps {
  editor: Editor
  status: ShowcaseStatus | null
  /** The reasons against a submission. */
  missing: FieldErrors
  claims: UseQueryResult<ShowcaseClaim[]>
  onEdit: (path: string) => void
}

const follows: Record<ShowcaseStatus | 'new', string> = {
  new: 'Quando pubblichi, la vetrina passa in moderazione. Ti avvisiamo qui appena è online.',
  draft: 'Quando pubblichi, la vetrina passa in moderazione. Ti avvisiamo qui appena è online.',
  pending_review: 'Quando pubblichi, la versione in moderazione viene sostituita da questa.',
  published:
    'Quando pubblichi, le modifiche passano in moderazione: la pagina pubblica resta com’è finché non sono approvate.',
  published_with_pending:
    'Quando pubblichi, le modifiche in moderazione vengono sostituite da queste: la pagina pubblica resta com’è finché non sono approvate.',
  changes_requested: 'Quando pubblichi, la vetrina torna in moderazione. Ti avvisiamo qui appena è online.',
  rejected: 'Quando pubblichi, la vetrina torna in moderazione. Ti avvisiamo qui appena è online.',
}

/** Step 4: present and missing parts, and the claims of the texts. */
export function PublishStep({ editor, status, missing, claims, onEdit }: PublishStepProps) {
  return (
    <div className="grid gap-6">
      <p className="mt-2 text-ink-2">{follows[status ?? 'new']}</p>
      <Checklist items={checklist(editor.content, missing)} onEdit={onEdit} />
      <div data-path="claims" tabIndex={-1} className="outline-none empty:hidden">
        {claims.data !== undefined && claims.data.length > 0 && <ClaimsBox claims={claims.data} onEdit={onEdit} />}
        {claims.isLoading && <output className="text-ui text-ink-2">Confronto dei testi con il registro...</output>}
        {claims.error !== null && (
          <QueryError
            lead="Testi non confrontati con il registro."
            error={claims.error}
            isFetching={claims.isFetching}
            onRetry={() => void claims.refetch()}
          />
        )}
      </div>
      <Alert tone="info" lead="Prima della pubblicazione">
        I risultati mostrati vengono dal registro e non si possono modificare.
      </Alert>
    </div>
  )
}
