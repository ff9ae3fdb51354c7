import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { decideCase } from '#features/integrity/contract.ts'
import * as format from '#shared/format.ts'
import { readError, send, type ApiError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { isDecided, statementFault, statementLength, type AdminCase } from '../cases.ts'
import { audienceOf, effectOf, type Decision } from './decision-words.ts'
import { useFaultFocus } from './focus-fault.ts'

const options: { value: Decision; label: string }[] = [
  { value: 'cleared', label: 'Tutto a posto' },
  { value: 'upheld', label: 'Confermata' },
]

const refusalLeads: Record<string, string> = { CASE_DECIDED: 'Già decisa.', CASE_CHANGED: 'La verifica è cambiata.' }

/** The decision of a case, with its reason; an earlier one is taken back by a new one. */
export function DecisionForm({ one, onDone }: { one: AdminCase; onDone: () => void }) {
  const client = useQueryClient()
  const [decision, setDecision] = useState<Decision>('cleared')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const form = useFaultFocus(refusals)
  const revises = isDecided(one)

  async function decide() {
    const wrong = statementFault(reason)
    setFault(wrong)
    setRefusal(null)
    if (wrong !== undefined) return setRefusals(refusals + 1)
    setBusy(true)
    try {
      const { message } = await send<typeof decideCase>('POST /api/admin/integrity/:case_id/decide', {
        params: { case_id: one.case_id },
        body: { decision, reason: reason.trim(), last_at: one.last_at, ...(revises && { revise: true }) },
      })
      toast(message, 'ok')
      onDone()
    } catch (error) {
      const failure = readError(error)
      setRefusal(failure)
      setFault(failure.fields['reason'])
      setRefusals(refusals + 1)
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else may have decided meanwhile. What was written stays, for the case as it is then.
      void client.invalidateQueries({ queryKey: ['GET /api/admin/integrity'] })
    }
  }

  return (
    <Panel title={revises ? 'Cambia la decisione' : 'Decidi'}>
      <form
        ref={form}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        {refusal !== null && (
          <Alert tone="danger" lead={refusalLeads[refusal.type ?? ''] ?? 'Decisione non registrata.'} live>
            {refusal.message}
          </Alert>
        )}
        <div>
          <Segmented label="Decisione" name="decisione" options={options} value={decision} onChange={setDecision} />
          <p className="help">{effectOf(decision, one)}</p>
        </div>
        <TextAreaField
          label="Motivo"
          note={`${format.count(reason.length)} di ${format.count(statementLength.max)}`}
          help={
            audienceOf(one) === 'silent' ? 'Resta con la verifica.' : 'Lo legge il trader, e resta con la verifica.'
          }
          error={fault}
          value={reason}
          maxLength={statementLength.max}
          onChange={(event) => {
            setReason(event.target.value)
            setFault(undefined)
          }}
        />
        <div>
          <Button
            type="submit"
            variant={decision === 'upheld' ? 'danger' : 'primary'}
            busy={busy && 'Registrazione...'}
          >
            Registra la decisione
          </Button>
        </div>
      </form>
    </Panel>
  )
}
