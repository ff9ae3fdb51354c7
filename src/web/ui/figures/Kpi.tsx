import type { ReactNode } from 'react'
import { MISSING } from '#shared/format/format.ts'
import { SignedFigure, Triangle, toneClass } from './Figures.tsx'

/** One ruled box of key figures: four cells, or six on the profile. */
export function KpiStrip({ six = false, children }: { six?: boolean; children: ReactNode }) {
  return <dl className={six ? 'kpis kpis-six' : 'kpis'}>{children}</dl>
}

interface KpiProps {
  label: string
  /** The figure as `format.ts` prints it; `N/A` is set in the text face. Undefined until it is there: it has its place already. */
  figure: string | undefined
  /** Give the number where the figure is a result: it draws triangle and colour. */
  result?: number | null
  note?: ReactNode
}

export function Kpi({ label, figure, result, note }: KpiProps) {
  const missing = figure === MISSING
  const colour = result === undefined || missing ? '' : toneClass(result)
  return (
    <div className="kpi">
      <dt>{label}</dt>
      <dd className={`kpi-figure ${missing ? 'is-missing' : colour}`}>
        {result !== undefined && !missing && <Triangle value={result} size={15} />}
        {figure === undefined ? (
          <span className="skeleton">&nbsp;</span>
        ) : missing ? (
          MISSING
        ) : (
          <SignedFigure text={figure} />
        )}
      </dd>
      {note !== undefined && <dd className="kpi-note">{note}</dd>}
    </div>
  )
}
