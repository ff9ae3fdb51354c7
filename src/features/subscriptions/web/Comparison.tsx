import { Panel } from '#web/ui/Panel.tsx'
import { Check } from './Check.tsx'
import { visitAnalytics } from '../texts.ts'

const rows: readonly { what: string; basic: boolean }[] = [
  { what: 'Presenza in classifica', basic: true },
  { what: 'Sincronizzazione con Expert Advisor', basic: true },
  { what: 'Collegamento MyFxBook', basic: true },
  { what: 'Vetrina personale', basic: false },
  { what: 'Pulsanti, testimonianze, guida PDF', basic: false },
  { what: visitAnalytics, basic: false },
  { what: 'Badge Diamond in classifica', basic: false },
]

/** Comparison of the plans. */
export function Comparison() {
  return (
    <Panel title="Basic e Diamond a confronto">
      <table className="table comparison text-ui [font-stretch:100%]">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Funzione</span>
            </th>
            <th scope="col" className="w-[72px] text-center!">
              Basic
            </th>
            <th scope="col" className="w-[72px] text-center!">
              Diamond
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, basic }) => (
            <tr key={what}>
              <th scope="row" className="font-normal! whitespace-normal!">
                {what}
              </th>
              <Cell isIncluded={basic} />
              <Cell isIncluded />
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Cell({ isIncluded }: { isIncluded: boolean }) {
  return (
    <td className="text-center align-middle!">
      {isIncluded ? <Check size={18} /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">{isIncluded ? 'incluso' : 'non incluso'}</span>
    </td>
  )
}
