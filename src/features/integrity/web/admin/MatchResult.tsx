import type { recordVerification } from '#features/integrity/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { matchLines, type MatchLine } from '#features/integrity/match-lines.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { levelLabels } from '#shared/levels.ts'
import { Badge } from '#web/ui/Badge.tsx'

type Result = ResponseOf<typeof recordVerification>

/** The result of a comparison: the figures there and here, and whether each is within the tolerance. */
export function MatchResult({ result }: { result: Result }) {
  const { compared, accepted, level, message } = result
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Alert tone={accepted || compared === null ? 'ok' : 'danger'} lead={message} live>
        Livello del conto: {levelLabels[level]}.
      </Alert>
      {compared !== null && (
        <table className="table max-[820px]:[&_td]:!px-1 max-[820px]:[&_th]:!px-1">
          <caption className="sr-only">Confronto delle cifre</caption>
          <thead>
            <tr>
              <th scope="col" className="!pl-0">
                Cifra
              </th>
              <th scope="col" className="num">
                Fonte
              </th>
              <th scope="col" className="num">
                Qui
              </th>
              <th scope="col" className="num !pr-0">
                Differenza
              </th>
            </tr>
          </thead>
          <tbody>
            {matchLines(compared).map((line) => (
              <Line key={line.name} {...line} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Line({ name, there, here, within, print, gap }: MatchLine) {
  return (
    <tr>
      <th scope="row" className="!pl-0">
        {name}
        <span className="mt-1 block font-normal">
          {within === undefined ? (
            <span className="text-ink-3">Non decide</span>
          ) : (
            <Badge tone={within ? 'ok' : 'danger'}>{within ? 'Coincide' : 'Troppo diversa'}</Badge>
          )}
        </span>
      </th>
      <td className="num">{print(there)}</td>
      <td className="num">{print(here)}</td>
      <td className="num !pr-0">{gap}</td>
    </tr>
  )
}
