import type { ComponentProps } from 'react'
import { QueryError } from '#web/ui/QueryError.tsx'

/** The page's own geometry while the answer loads. */
export function DashboardSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>Dashboard</h1>
      <output className="mt-3 block text-ui text-ink-2">Caricamento dashboard...</output>
      <span className="skeleton mt-6 h-[118px] max-[820px]:h-[196px]" />
      <div className="dashboard-columns">
        <span className="skeleton h-[164px]" />
        <div className="dashboard-main">
          <span className="skeleton h-[694px]" />
        </div>
      </div>
    </main>
  )
}

export function DashboardError(read: Omit<ComponentProps<typeof QueryError>, 'lead'>) {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>Dashboard</h1>
      <div className="mt-6">
        <QueryError lead="Dashboard non disponibile." {...read} />
      </div>
    </main>
  )
}
