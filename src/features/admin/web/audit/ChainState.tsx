import type { listAudit } from '#features/admin/audit-contract.ts'
import { chainBroken, rootDiffers } from '#features/admin/texts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'

type Check = ResponseOf<typeof listAudit>['check']

/** The result of the last nightly check of the log. */
export function ChainState({ check }: { check: Check }) {
  if (check === null) {
    return (
      <p className="mt-3 text-ui text-ink-2">
        Catena non ancora controllata: il controllo parte ogni notte alle 3:15 UTC.
      </p>
    )
  }
  const { checked_at: at, lines, broken_at: broken, differs_from: differs, exported } = check
  const when = `controllata il ${format.dateTime(at)}`
  if (broken !== null || differs !== null) {
    return (
      <div className="mt-4">
        <Alert tone="danger" lead={`Il registro è stato alterato, ${when}.`}>
          {broken !== null && `${chainBroken(broken)} `}
          {differs !== null && `${rootDiffers(differs)} `}
          Qualcuno ha scritto nella base dati fuori dal prodotto, o è stato ripristinato un backup precedente. Conserva
          la base dati com’è e confrontala con un backup fatto prima.
        </Alert>
      </div>
    )
  }
  const root =
    exported || lines === 0 ? '' : ' La radice di quella notte non è stata conservata: controlla lo spazio dei file.'
  return (
    <p className="mt-3 text-ui text-ink-2">
      <b className="text-ink">Catena integra</b>, {when}: {format.counted(lines, 'riga', 'righe')}.{root}
    </p>
  )
}
