import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { getUser } from '#features/admin/users-contract.ts'
import type { assignSubscription } from '#features/subscriptions/contract.ts'
import { assignmentFaults, daysHelp } from '#features/subscriptions/web/assignment.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { planOf, useRenew, type ListedUser } from './list.ts'

const examples = [30, 90, 365]

/** Gives a user days of a plan; what is wrong is said at both fields at once. */
export function AssignDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const renew = useRenew()
  const { data, refetch } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: user.trader_id } }),
    refetchOnWindowFocus: false,
  })
  const [type, setType] = useState('')
  const [days, setDays] = useState('')
  const [faults, setFaults] = useState<{ type?: string; days?: string }>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const safe = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)

  // The first field that was refused has the keyboard.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const ends = endOf(data, type)

  async function assign() {
    if (isBusy) return
    setRefusal(null)
    const wrong = assignmentFaults(type, days)
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return
    const number = Number(days)
    setBusy(true)
    try {
      const now = data ?? (await refetch({ throwOnError: true })).data
      const seen = endOf(now, type) ?? null
      const { new_end_date: end } = await sendIdempotent(`assign ${user.trader_id} ${type} ${number}`, (headers) =>
        send<typeof assignSubscription>(
          'POST /api/admin/assign-subscription',
          { body: { trader_id: user.trader_id, type, duration_days: number, seen_end_date: seen } },
          headers,
        ),
      )
      toast(`Piano assegnato a @${user.username}: scade il ${format.date(end)}.`, 'ok')
      await renew()
      onClose()
    } catch (error) {
      setRefusal(adminErrorText(error))
      if (readError(error).type === 'SUBSCRIPTION_CHANGED') void renew()
      setBusy(false)
    }
  }

  const { name, expires, isOver } = planOf(user)
  return (
    <DialogFrame
      tone="info"
      title={`Assegnare un piano a @${user.username}?`}
      text={
        expires === null
          ? 'Ora non ha un piano. I giorni partono da adesso.'
          : isOver
            ? `Il piano ${name} è scaduto il ${format.date(expires)}. I giorni partono da adesso.`
            : `Ora ha ${name} fino al ${format.date(expires)}. I giorni dello stesso piano si aggiungono.`
      }
      isBusy={isBusy}
      initialFocus={safe}
      onCancel={onClose}
    >
      <form
        ref={form}
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void assign()
        }}
      >
        {refusal !== null && <Alert tone="danger" lead={refusal} live />}
        <SelectField
          label="Tipo"
          error={faults.type}
          help={ends === undefined ? undefined : `Ora scade il ${format.date(ends)}.`}
          value={type}
          onChange={(event) => setType(event.target.value)}
        >
          <option value="">Scegli</option>
          <option value="basic">Basic</option>
          <option value="diamond">Diamond</option>
        </SelectField>
        <div>
          <TextField
            label="Durata in giorni"
            inputMode="numeric"
            maxLength={6}
            help={daysHelp}
            error={faults.days}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
          <p className="mt-2 flex flex-wrap gap-2">
            {examples.map((example) => (
              <Button key={example} size="sm" onClick={() => setDays(String(example))}>
                {format.days(example)}
              </Button>
            ))}
          </p>
        </div>
        <div className="ask-actions">
          <Button ref={safe} disabled={isBusy} onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" variant="primary" busy={isBusy && 'Assegnazione...'}>
            Assegna
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

const endOf = (user: ResponseOf<typeof getUser> | undefined, type: string) =>
  user?.subscriptions.find((each) => each.subscription_type === type)?.end_date
