import { ExternalLink } from 'lucide-react'
import { sourceNames } from '#features/integrity/level-texts.ts'
import { matchLines, type MatchLine } from '#features/integrity/match-lines.ts'
import * as format from '#shared/format/format.ts'
import { tradersLink } from '#web/outside-link.ts'
import type { Trader } from '../types.ts'

type Match = NonNullable<Trader['external_match']>

/** A person's comparison with a source: the figures there, ours of the same day, and the difference. */
export function ExternalMatch({ match }: { match: Match }) {
  const name = sourceNames[match.source] ?? match.source
  return (
    <>
      <p className="mt-1 text-ink-2">
        Fonte:{' '}
        {match.link === null ? (
          name
        ) : (
          <a href={match.link} {...tradersLink}>
            {name} <ExternalLink className="inline align-[-0.1em]" size={13} strokeWidth={2} aria-hidden />
          </a>
        )}
        , confronto del {format.date(match.matched_at)}, fatto da una persona di TopTrader, valido fino al{' '}
        {format.date(match.valid_until)}.
      </p>
      <div className="overflow-x-auto">
        <table className="table mt-2 text-label [&_td]:!px-1 [&_th]:!px-1 [&_th]:!whitespace-normal [&_td:last-child]:!pr-0 [&_th:first-child]:!pl-0 [&_th:last-child]:!pr-0">
          <caption className="sr-only">Le cifre del confronto, di quel giorno</caption>
          <thead>
            <tr>
              <th scope="col">Cifra</th>
              <th scope="col" className="num">
                Fonte
              </th>
              <th scope="col" className="num">
                Qui
              </th>
              <th scope="col" className="num">
                Differenza
              </th>
            </tr>
          </thead>
          <tbody>
            {matchLines(match.compared).map((line) => (
              <Line key={line.name} {...line} />
            ))}
          </tbody>
        </table>
      </div>
      {match.compared.drawdown_percentage !== null && (
        <p className="mt-1 text-label text-ink-3">
          Ogni fonte misura il drawdown a modo suo: sta qui accanto al nostro, e il livello non dipende da lui.
        </p>
      )}
    </>
  )
}

function Line({ name, there, here, print, gap }: MatchLine) {
  return (
    <tr>
      <th scope="row" className="!font-normal">
        {name}
      </th>
      {gap === null ? (
        <td className="num text-ink-3" colSpan={3}>
          Coincidono, importo nascosto
        </td>
      ) : (
        <>
          <td className="num">{print(there)}</td>
          <td className="num">{print(here)}</td>
          <td className="num text-ink-3">{gap}</td>
        </>
      )}
    </tr>
  )
}
