import type { EaStatus } from '#features/ea/contract.ts'
import * as format from '#shared/format/format.ts'
import { StatusMark } from '#web/ui/Badge.tsx'
import { isConnected, nextSync } from './setup.ts'
import { useNow } from './useNow.ts'
import { lastSyncLabel } from '../connection.ts'

/** Announced when it changes. @param isStale the status could not be read again: it is unknown */
export function ConnectionBadge({ ea, isStale }: { ea: EaStatus; isStale: boolean }) {
  const isOn = isConnected(ea)
  const [tone, word] = isStale ? ['warn', 'NON AGGIORNATO'] : isOn ? ['ok', 'CONNESSO'] : ['danger', 'DISCONNESSO']
  return (
    <output className={`badge badge-${tone} setup-badge`}>
      <StatusMark mark={isStale ? 'ring' : isOn ? 'disc' : 'barred'} />
      {word}
    </output>
  )
}

/** @param hasPlan false: no sync is accepted before the plan is renewed */
export function SyncFigures({ ea, hasPlan }: { ea: EaStatus; hasPlan: boolean }) {
  const next = nextSync(ea, useNow())
  return (
    <dl className="sync-figures">
      <div>
        <dt>{lastSyncLabel}</dt>
        <dd>{format.dateTime(ea.last_ea_sync)}</dd>
      </div>
      <div>
        <dt>Sincronizzazioni</dt>
        <dd>{format.count(ea.ea_sync_count)}</dd>
      </div>
      <div>
        <dt>Prossima sincronizzazione attesa</dt>
        <dd>
          {!hasPlan
            ? 'dopo il rinnovo'
            : next === null
              ? format.MISSING
              : `${format.time(next.at)}${next.isLate ? ', in ritardo' : ''}`}
        </dd>
      </div>
    </dl>
  )
}
