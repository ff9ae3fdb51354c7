import type { ReactNode } from 'react'
import type { ChartView } from './view.ts'

/** The signs that the shown plots use, each with its word. */
export function Legend({ view }: { view: ChartView }) {
  const { upper, flows, gaps } = view
  const isMoney = upper.lines.length > 1
  const isImported = upper.lines.some(({ points }) => points.some(({ imported }) => imported))
  const hasFlows = upper.lines[0]?.name !== 'drawdown'
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-3 empty:hidden" aria-hidden="true">
      {isMoney && (
        <>
          <Sign text="Equity">
            <path className="stroke-(--chart-line) stroke-2" d="M0 5h18" />
          </Sign>
          <Sign text="Balance">
            <path className="stroke-(--chart-line-2) stroke-2 [stroke-dasharray:5_2]" d="M0 5h18" />
          </Sign>
          <Sign text="Perdita aperta">
            <path className="fill-(--chart-loss-fill)" d="M0 0h18v10H0z" />
          </Sign>
        </>
      )}
      {hasFlows && flows.some(({ amount }) => amount > 0) && (
        <Sign text="Versamento">
          <path className="fill-accent" d="M4 10h10l-5 -9z" />
        </Sign>
      )}
      {hasFlows && flows.some(({ amount }) => amount < 0) && (
        <Sign text="Prelievo">
          <path className="fill-none stroke-accent stroke-[1.5]" d="M4.5 1h9l-4.5 8z" />
        </Sign>
      )}
      {gaps.length > 0 && (
        <Sign text="Nessun dato dal terminale">
          <path className="fill-ink-3/20" d="M0 0h18v10H0z" />
        </Sign>
      )}
      {isImported && (
        <Sign text="Storico importato">
          <path className="stroke-(--bar) stroke-2 [stroke-dasharray:5_2]" d="M0 5h18" />
        </Sign>
      )}
    </ul>
  )
}

function Sign({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg width="18" height="10" viewBox="0 0 18 10">
        {children}
      </svg>
      {text}
    </li>
  )
}
