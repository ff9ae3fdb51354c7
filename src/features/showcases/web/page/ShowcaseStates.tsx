import { loadingShowcase } from '#features/showcases/texts.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'

export function ShowcaseNotFound() {
  return (
    <main className="page pt-16" id="contenuto">
      <EmptyState
        heading="h1"
        title="Vetrina non trovata"
        text="Forse è stata tolta, non è ancora approvata, o il piano Diamond di chi l’ha creata è finito."
        action={
          <ButtonLink variant="primary" href="/?view=vetrine">
            Guarda le vetrine
          </ButtonLink>
        }
      />
    </main>
  )
}

/** The page's geometry while it loads. */
export function ShowcaseSkeleton() {
  return (
    <main className="show" id="contenuto" aria-busy="true">
      <div className="show-hero">
        <div className="show-cover" />
        <div className="show-head min-h-[140px]">
          <div className="show-name">
            <h1 tabIndex={-1}>Vetrina</h1>
            <output className="mt-2 block text-ui text-ink-2">{loadingShowcase}</output>
          </div>
        </div>
      </div>
      <div className="show-page" aria-hidden="true">
        <span className="skeleton h-[120px]" />
        <div className="show-columns">
          <span className="show-main skeleton h-[640px]" />
          <span className="show-side skeleton h-[320px]" />
        </div>
      </div>
    </main>
  )
}

interface ErrorProps {
  error: unknown
  isFetching: boolean
  onRetry: () => void
}

export function ShowcaseError(props: ErrorProps) {
  return (
    <main className="page pt-8" id="contenuto">
      <h1 tabIndex={-1} className="mb-4">
        Vetrina
      </h1>
      <QueryError lead="Errore nel caricamento della vetrina." {...props} />
    </main>
  )
}
