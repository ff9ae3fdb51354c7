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
    <div className="grid gap-3">
      <Alert tone={accepted || compared === null ? 'ok' : 'danger'} lead={message} live>
        Livello del conto: {levelLabels[level]}.
      </Alert>
      {compared !== null && (
        <table className="table">
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
              <th scope="col" className="!pr-0">
                Esito
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

function Line({ name, there, here, within, print }: MatchLine) {
  return (
    <tr>
      <th scope="row" className="!pl-0">
        {name}
      </th>
      <td className="num">{print(there)}</td>
      <td className="num">{print(here)}</td>
      <td className="!pr-0">
        {within === undefined ? (
          'Non decide'
        ) : (
          <Badge tone={within ? 'ok' : 'danger'}>{within ? 'Coincide' : 'Troppo diversa'}</Badge>
        )}
      </td>
    </tr>
  )
}
