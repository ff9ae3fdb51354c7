import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { isSignedOut } from './own-profile.ts'

/** The page's geometry while the answer is loading. */
export function AccountSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>Il tuo account</h1>
      <output className="mt-3 block text-ui text-ink-2">Caricamento account...</output>
      <div className="account mt-6">
        <span className="skeleton h-[200px] max-[1139px]:h-11" />
        <div className="grid gap-8">
          <span className="skeleton h-[640px]" />
          <span className="skeleton h-[260px]" />
        </div>
      </div>
    </main>
  )
}

interface AccountErrorProps {
  error: unknown
  isFetching: boolean
  onRetry: () => void
}

export function AccountError({ error, isFetching, onRetry }: AccountErrorProps) {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>Il tuo account</h1>
      <div className="mt-6">
        {isSignedOut(error) ? (
          <Alert
            tone="danger"
            lead="Sessione scaduta"
            live
            action={
              <ButtonLink size="sm" href={`/?view=auth&return=${encodeURIComponent('/?view=account')}`}>
                Accedi
              </ButtonLink>
            }
          >
            Accedi di nuovo per vedere il tuo account.
          </Alert>
        ) : (
          <QueryError lead="Account non disponibile." error={error} isFetching={isFetching} onRetry={onRetry} />
        )}
      </div>
    </main>
  )
}
