import { UserX } from 'lucide-react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Rosette } from '#web/ui/Guilloche.tsx'
import { QueryError, type QueryErrorProps } from '#web/ui/QueryError.tsx'
import { BackLink } from './BackLink.tsx'
import { loadingProfile } from './texts.ts'

export function ProfileNotFound({ username }: { username: string }) {
  return (
    <main className="page pt-5" id="contenuto">
      <BackLink />
      <div className="px-4 pt-16 pb-24 text-center text-ink-2">
        <div className="inline-grid place-items-center text-guilloche">
          <span className="col-start-1 row-start-1">
            <Rosette seed="vuoto" size={168} rings={3} hole={0.42} />
          </span>
          <UserX className="col-start-1 row-start-1 text-ink-2" size={28} strokeWidth={1.75} aria-hidden />
        </div>
        <h1 tabIndex={-1} className="mt-4">
          Trader non trovato
        </h1>
        <p className="lead mx-auto mt-3 max-w-[440px] [overflow-wrap:anywhere]">
          Il profilo @{username} non è nel registro. Forse il nome è cambiato o il conto non è più in classifica.
        </p>
        <ButtonLink variant="primary" className="mt-6" href="/">
          Vai alla classifica
        </ButtonLink>
      </div>
    </main>
  )
}

/** The page's own geometry while the answer loads. */
export function ProfileSkeleton({ username }: { username: string }) {
  return (
    <main id="contenuto" aria-busy="true">
      <div className="cover">
        <div className="page pt-4 pb-9">
          <BackLink />
          <div className="mt-2 flex min-h-[300px] items-center gap-6 max-[820px]:min-h-[220px]">
            <span className="skeleton size-[104px] rounded-full max-[820px]:size-16" />
            <div>
              <h1 tabIndex={-1} className="[overflow-wrap:anywhere]">
                @{username}
              </h1>
              <output className="mt-2 block text-ui text-ink-2">{loadingProfile}</output>
            </div>
          </div>
        </div>
      </div>
      <div className="page pt-6 pb-[72px] max-[820px]:pb-12">
        <span className="skeleton h-12" />
        <span className="skeleton mt-4 h-[120px] max-[820px]:h-[320px]" />
        <div className="main-side mt-6">
          <span className="skeleton h-[640px]" />
          <span className="skeleton h-[480px]" />
        </div>
      </div>
    </main>
  )
}

export function ProfileError(query: Omit<QueryErrorProps, 'lead'>) {
  return (
    <main className="page pt-5" id="contenuto">
      <BackLink />
      <h1 tabIndex={-1} className="mt-6 mb-4">
        Profilo
      </h1>
      <QueryError lead="Profilo non disponibile." {...query} />
    </main>
  )
}
