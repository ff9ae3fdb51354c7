import type { ReactNode } from 'react'

interface ListFiguresProps {
  /** Text of the list while it loads. Null once the figures are there. */
  waiting: string | null
  children: ReactNode
}

/** Figures and notices above a list. They may be of any height, so what stands below comes after them and never moves (`list.css`). */
export function ListFigures({ waiting, children }: ListFiguresProps) {
  return (
    <div className="list-figures" aria-busy={waiting !== null}>
      {children}
      {waiting !== null && <output className="skeleton list-loading">{waiting}</output>}
    </div>
  )
}
