import type { ReactNode } from 'react'
import type { DefinedTerm } from '#shared/text/definitions.ts'
import { Term } from '#web/ui/terms/Term.tsx'

interface LedgerRow {
  term: string
  /** The term has a definition. */
  of?: DefinedTerm
  value: ReactNode
}

/** Term and value with a hairline between: the facts of a panel. Rows without a value are left out. */
export function Ledger({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <dl className="text-ui">
      {rows
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ term, of, value }) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-[9px] last:border-b-0">
            <dt className="text-ink-3">{of === undefined ? term : <Term of={of}>{term}</Term>}</dt>
            <dd className="text-right font-medium text-balance [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
