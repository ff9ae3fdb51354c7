import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import * as format from '#shared/format/format.ts'

/** A scrolling element takes the focus, so that the keyboard can scroll it. */
const reachable = { tabIndex: 0 }

/** The drawn days as a table, newest first. */
export function DayTable({ daily }: { daily: ShowcaseReport['daily'] }) {
  return (
    <section
      className="mt-3 max-h-[320px] overflow-auto border border-line px-3"
      aria-label="Dati: visite e clic al giorno"
      {...reachable}
    >
      <table className="table">
        <caption className="sr-only">Visite, visitatori, clic e posizione, giorno per giorno (UTC)</caption>
        <thead>
          <tr>
            <th scope="col">Giorno</th>
            {['Visite', 'Visitatori', 'Clic', 'Posizione'].map((head) => (
              <th key={head} scope="col" className="num">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daily.toReversed().map(({ date, views, visitors, clicks, rank }) => (
            <tr key={date}>
              <th scope="row" className="!font-normal">
                {format.day(date)}
              </th>
              <td className="num">{format.count(views)}</td>
              <td className="num">{format.count(visitors)}</td>
              <td className="num">{format.count(clicks)}</td>
              <td className="num">{rank === null ? format.MISSING : `#${format.count(rank)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
