import type { ReactNode } from 'react'

interface FactsProps {
  className: string
  /** Terms with their values. A term may come again. */
  facts: readonly (readonly [string, ReactNode])[]
  /** The list's name, where no heading stands above it. */
  label?: string
}

/** Known things of a row or a page: a term and its value each. */
export function Facts({ className, facts, label }: FactsProps) {
  return (
    <dl className={className} aria-label={label}>
      {facts.map(([term, value], index) => (
        // Terms that come again need their place.
        // eslint-disable-next-line react/no-array-index-key
        <div key={`${term}${index}`}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
