import { useId } from 'react'
import type { ReactNode } from 'react'

interface PanelProps {
  title: string
  /** `Tavola 1`: the profile only. */
  plate?: string
  /** Status or control at the right end of the head. */
  end?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function Panel({ title, plate, end, foot, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        {plate !== undefined && <span className="panel-plate">{plate}</span>}
        <h2 id={id}>{title}</h2>
        {end !== undefined && <div className="panel-end">{end}</div>}
      </div>
      <div className="panel-body">{children}</div>
      {foot !== undefined && <div className="panel-foot">{foot}</div>}
    </section>
  )
}
