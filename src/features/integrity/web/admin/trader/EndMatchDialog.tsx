import type { recordVerification } from '#features/integrity/contract.ts'
import { sourceNames } from '#features/integrity/words.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { ActDialog, ReasonField } from './ActDialog.tsx'
import type { Judged, JudgedMatch } from './trader-integrity.ts'
import { reasonFault, useAct } from './useAct.ts'

interface EndMatchProps {
  match: JudgedMatch
  trader: Judged
  onClose: () => void
}

/** Ends the match in force before its time. */
export function EndMatchDialog({ match, trader, onClose }: EndMatchProps) {
  const act = useAct({ start: { reason: '' }, refusedAt: {}, onDone: onClose })
  const submit = () => {
    const reason = act.values.reason.trim()
    void act.run(reasonFault(reason), async () => {
      const { message } = await send<typeof recordVerification>('POST /api/admin/traders/:trader_id/verification', {
        params: { trader_id: trader.trader_id },
        body: { action: 'revoke', reason },
      })
      return message
    })
  }
  return (
    <ActDialog
      tone="danger"
      title="Ritirare il riscontro?"
      text={
        <>
          {sourceNames[match.source] ?? match.source}, {format.dateTime(match.matched_at)}. Il conto di @
          {trader.username} torna subito al livello L2 e lo storico importato non conta più. Si può registrare un
          riscontro nuovo.
        </>
      }
      form={act.form}
      refusal={act.refusal}
      busy={act.isBusy && 'Attendi...'}
      confirm="Ritira il riscontro"
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField {...act.wiring('reason')} />
    </ActDialog>
  )
}
