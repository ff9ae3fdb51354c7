import type { ReactNode } from 'react'

/** Terms and their values, one line each (`Row`). */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="rows">{children}</dl>
}

export function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
