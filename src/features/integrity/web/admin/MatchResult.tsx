import type { recordVerification } from '#features/integrity/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
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
            <Line name="Saldo" print={(value) => format.decimal(value)} {...compared.balance} />
            <Line name="Operazioni chiuse" print={(value) => format.count(value)} {...compared.closed_trades} />
            <Line name="Guadagno" print={(value) => format.resultPercent(value)} {...compared.gain_percentage} />
            {compared.drawdown_percentage !== null && (
              <Line name="Drawdown Max" print={format.drawdownPercent} {...compared.drawdown_percentage} />
            )}
          </tbody>
        </table>
      )}
    </div>
  )
}

interface LineProps {
  name: string
  there: number | null
  here: number | null
  /** Left out where the figure decides nothing. */
  within?: boolean
  print: (value: number | null) => string
}

function Line({ name, there, here, within, print }: LineProps) {
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
