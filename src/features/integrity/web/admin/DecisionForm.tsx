import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { decideCase, listCases } from '#features/integrity/contract.ts'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useInvalidate } from '#web/hooks/useInvalidate.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { isDecided, statementError, statementLength, type AdminCase } from '../cases.ts'
import { effectOf, type Decision } from './decision-texts.ts'

const options: { value: Decision; label: string }[] = [
  { value: 'cleared', label: 'Tutto a posto' },
  { value: 'upheld', label: 'Confermata' },
]

const refusalLeads: Record<string, string> = { CASE_DECIDED: 'Già decisa.', CASE_CHANGED: 'La verifica è cambiata.' }

/** The decision of a case, with its reason; an earlier one is taken back by a new one. */
export function DecisionForm({ one, onDone }: { one: AdminCase; onDone: () => void }) {
  const client = useQueryClient()
  const refresh = useInvalidate(['GET /api/admin/integrity', 'GET /api/dashboard'])
  const [decision, setDecision] = useState<Decision>('cleared')
  const { values, show, fieldOf } = useFields({ reason: '' })
  const { reason } = values
  const revises = isDecided(one)

  const deciding = useAction(
    (body: RequestOf<typeof decideCase>['body']) =>
      send<typeof decideCase>('POST /api/admin/integrity/:case_id/decide', { params: { case_id: one.case_id }, body }),
    {
      onDone({ message, case: decided }) {
        toast(message, 'ok')
        onDone()
        // A stale case in the cache would make this decision look like another admin's.
        const { queryKey } = q<typeof listCases>('GET /api/admin/integrity', { query: { case_id: one.case_id } })
        client.setQueryData<ResponseOf<typeof listCases>>(queryKey, (held) => held && { ...held, cases: [decided] })
        void refresh()
      },
      onError(error) {
        // Another admin may have decided meanwhile. The text stays, for the case as it is then.
        void refresh()
        return show(error.fields)
      },
    },
  )
  function decide() {
    const wrong = statementError(reason)
    deciding.clear()
    if (show(wrong === undefined ? {} : { reason: wrong })) return
    void deciding.run({ decision, reason: reason.trim(), last_at: one.last_at, ...(revises && { revise: true }) })
  }

  return (
    <Panel title={revises ? 'Cambia la decisione' : 'Decidi'}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          decide()
        }}
      >
        <ActionError
          error={deciding.error}
          lead={refusalLeads[deciding.error?.type ?? ''] ?? 'Decisione non registrata.'}
        />
        <div>
          <Segmented label="Decisione" name="decisione" options={options} value={decision} onChange={setDecision} />
          <p className="help">{effectOf(decision, one)}</p>
        </div>
        <TextAreaField
          label="Motivo"
          note={`${format.count(reason.length)} di ${format.count(statementLength.max)}`}
          help={one.audience === 'silent' ? 'Resta con la verifica.' : 'Lo legge il trader, e resta con la verifica.'}
          maxLength={statementLength.max}
          {...fieldOf('reason')}
        />
        <div>
          <Button
            type="submit"
            variant={decision === 'upheld' ? 'danger' : 'primary'}
            busy={deciding.isBusy && 'Registrazione...'}
          >
            Registra la decisione
          </Button>
        </div>
      </form>
    </Panel>
  )
}
