import { useState } from 'react'
import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import { sourceLabel } from '#features/showcases/rules/visit-sources.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Sources shown before the owner opens all of them. */
const shownFirst = 8

/** The sources of the visits, most views first. */
export function SourceTable({ sources }: { sources: ShowcaseReport['by_source'] }) {
  const [all, setAll] = useState(false)
  const shown = all ? sources : sources.slice(0, shownFirst)
  return (
    <Panel title="Da dove arrivano">
      <div className="overflow-x-auto">
        <table className="table own-table">
          <thead>
            <tr>
              <th scope="col">Provenienza</th>
              <th scope="col" className="num">
                Visite
              </th>
              <th scope="col" className="num">
                Clic
              </th>
              <th scope="col" className="num">
                CTR
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ source, views, clicks, ctr }) => (
              <tr key={source}>
                <th scope="row" className="min-w-20 [overflow-wrap:anywhere]">
                  {sourceLabel(source)}
                </th>
                <td className="num font-semibold">{format.count(views)}</td>
                <td className="num">{format.count(clicks)}</td>
                <td className="num">{format.sharePercent(ctr, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sources.length > shownFirst && (
        <Button size="sm" className="mt-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostra solo le prime' : `Mostra tutte (${format.count(sources.length)})`}
        </Button>
      )}
    </Panel>
  )
}
