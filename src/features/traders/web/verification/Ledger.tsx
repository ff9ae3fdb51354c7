import type { ReactNode } from 'react'

/** Term and value with a hairline between: the facts of a panel. Rows without a value are left out. */
export function Ledger({ rows }: { rows: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="text-ui">
      {rows
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ term, value }) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-[9px] last:border-b-0">
            <dt className="text-ink-3">{term}</dt>
            <dd className="text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
