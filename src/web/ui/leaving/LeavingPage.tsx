import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { readError } from '#web/api.ts'
import { tradersLink } from '#web/outside-link.ts'
import { ButtonLink } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { QueryError } from '../QueryError.tsx'

export const leavingTitle = 'Stai lasciando TopTrader'

/** A link as the page that has it shows it now. */
export interface ShownLink {
  target: string
  /** Name of the trader who wrote it. */
  author: string
}

interface LeavingPageProps {
  /** Null where the page does not show the link. */
  link: ShownLink | null
  /** The query of the page that has the link. */
  answer: { data: unknown; isPending: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Address of that page. */
  from: string
  /** Said in place of a link that is not shown, and where one can go instead. */
  missing: { text: string; href: string; action: string }
}

/** The page between a link that a trader wrote and the site that it leads to: it names the host. */
export function LeavingPage({ link, answer, from, missing }: LeavingPageProps) {
  const { data, isPending, error, isFetching, refetch } = answer
  if (link !== null) {
    return (
      <Frame>
        <p className="mt-4 font-mono text-[clamp(24px,6vw,44px)] leading-tight font-semibold [overflow-wrap:anywhere]">
          {new URL(link.target).hostname}
        </p>
        <p className="lead mt-5 [overflow-wrap:anywhere]">
          {link.author} ha scritto questo link: TopTrader non controlla il sito a cui porta, né chi lo gestisce. Lì i
          risultati del registro non garantiscono niente, e il denaro che affidi ad altri puoi perderlo tutto.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink variant="primary" size="lg" href={link.target} rel={tradersLink.rel}>
            Continua sul sito
            <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
          </ButtonLink>
          <ButtonLink size="lg" href={from}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
            Resta su TopTrader
          </ButtonLink>
        </div>
      </Frame>
    )
  }
  if (isPending) {
    return (
      <Frame isBusy>
        <output className="skeleton mt-4 grid h-[240px] place-items-center text-ui text-ink-2">
          Caricamento link...
        </output>
      </Frame>
    )
  }
  if (data === undefined && error !== null && readError(error).status !== 404) {
    return (
      <Frame>
        <div className="mt-4">
          <QueryError
            lead="Link non disponibile."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      </Frame>
    )
  }
  return (
    <main className="page pt-16" id="contenuto">
      <EmptyState
        heading="h1"
        title="Link non più pubblico"
        text={missing.text}
        action={
          <ButtonLink variant="primary" href={missing.href}>
            {missing.action}
          </ButtonLink>
        }
      />
    </main>
  )
}

function Frame({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <main className="page max-w-[760px] pt-12" id="contenuto" aria-busy={isBusy || undefined}>
      <h1 tabIndex={-1} className="text-lg">
        {leavingTitle}
      </h1>
      {children}
    </main>
  )
}
