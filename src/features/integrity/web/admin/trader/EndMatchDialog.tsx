import type { recordVerification } from '#features/integrity/contract.ts'
import { sourceNames } from '#features/integrity/level-texts.ts'
import * as format from '#shared/format/format.ts'
import type { Level } from '#shared/levels.ts'
import { send } from '#web/api.ts'
import { useFields } from '#web/ui/forms/useFields.ts'
import { ActionDialog, ReasonField } from './ActionDialog.tsx'
import type { CheckedTrader, TraderMatch } from './trader-integrity.ts'
import { reasonError, useAccountAction } from './useAccountAction.ts'

interface EndMatchProps {
  match: TraderMatch
  trader: CheckedTrader
  level: Level
  onClose: () => void
}

/** Ends the match in force before its time. */
export function EndMatchDialog({ match, trader, level, onClose }: EndMatchProps) {
  const { values, show, fieldOf } = useFields({ reason: '' })
  const revoking = useAccountAction(
    (reason: string) =>
      send<typeof recordVerification>('POST /api/admin/traders/:trader_id/verification', {
        params: { trader_id: trader.trader_id },
        body: { action: 'revoke', reason },
      }),
    { show, onDone: onClose },
  )
  const submit = () => {
    if (!show(reasonError(values.reason.trim()))) void revoking.run(values.reason.trim())
  }
  return (
    <ActionDialog
      tone="danger"
      title="Ritirare il riscontro?"
      text={
        <>
          {sourceNames[match.source] ?? match.source}, {format.dateTime(match.matched_at)}.{' '}
          {level === 'L3'
            ? `Il conto di @${trader.username} torna subito al livello L2 e lo storico importato non conta più.`
            : `Il profilo di @${trader.username} non mostra più il confronto; il livello resta ${level}.`}{' '}
          Si può registrare un riscontro nuovo.
        </>
      }
      error={revoking.error}
      busy={revoking.isBusy && 'Attendi...'}
      confirm="Ritira il riscontro"
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField {...fieldOf('reason')} />
    </ActionDialog>
  )
}
