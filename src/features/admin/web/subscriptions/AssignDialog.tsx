import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { getUser } from '#features/admin/users-contract.ts'
import type { assignSubscription } from '#features/subscriptions/contract.ts'
import { assignmentFaults, daysHelp } from '#features/subscriptions/web/assignment.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { adminErrorText } from '#web/error-text.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useRefresh } from '../useRefresh.ts'
import { planOf, type ListedUser } from '../users/users.ts'
import { TraderPicker } from './TraderPicker.tsx'

const examples = [30, 90, 365]

interface AssignProps {
  /** Without one, the dialog finds the trader first. */
  user?: ListedUser
  onClose: () => void
}

/** Gives a trader days of a plan. All errors stand at their fields at sendIdempotent. */
export function AssignDialog({ user, onClose }: AssignProps) {
  const refresh = useRefresh()
  const [trader, setTrader] = useState(user ?? null)
  // The end as the trader is chosen: where another admin moves it meanwhile, no days are added unseen.
  const { data, refetch } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: trader?.trader_id ?? '' } }),
    enabled: trader !== null,
    refetchOnWindowFocus: false,
  })
  const [type, setType] = useState('')
  const [days, setDays] = useState('')
  const [errors, setErrors] = useState<{ trader?: string; type?: string; days?: string }>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)

  // The first field with an error has the keyboard.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const ends = endOf(data, type)

  async function assign() {
    if (isBusy) return
    setRefusal(null)
    const found = assignmentFaults(type, days)
    setErrors(trader === null ? { trader: 'Scegli un trader.', ...found } : found)
    if (trader === null || Object.keys(found).length > 0) return
    const { trader_id, username } = trader
    const number = Number(days)
    setBusy(true)
    try {
      const now = data ?? (await refetch({ throwOnError: true })).data
      const seen = endOf(now, type) ?? null
      const { new_end_date: end } = await sendIdempotent(`assign ${trader_id} ${type} ${number}`, (headers) =>
        send<typeof assignSubscription>(
          'POST /api/admin/assign-subscription',
          { body: { trader_id, type, duration_days: number, seen_end_date: seen } },
          headers,
        ),
      )
      toast(`Piano assegnato a @${username}: scade il ${format.date(end)}.`, 'ok')
      await refresh()
      onClose()
    } catch (error) {
      setRefusal(adminErrorText(error))
      if (readError(error).type === 'SUBSCRIPTION_CHANGED') void refresh()
      setBusy(false)
    }
  }

  return (
    <DialogFrame
      tone="info"
      title={trader === null ? 'Assegna abbonamento' : `Assegnare un piano a @${trader.username}?`}
      text={trader !== null && planText(trader)}
      isBusy={isBusy}
      initialFocus={user === undefined ? search : cancel}
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
        {trader === null && <TraderPicker error={errors.trader} field={search} onPick={setTrader} />}
        {trader !== null && user === undefined && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
            <span className="[overflow-wrap:anywhere]">
              <span className="text-ink-3">Trader:</span> <b>{trader.display_name}</b>{' '}
              <span className="text-ink-3">@{trader.username}</span>
            </span>
            <Button size="sm" variant="text" onClick={() => setTrader(null)}>
              Cambia
            </Button>
          </p>
        )}
        <SelectField
          label="Tipo"
          error={errors.type}
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
            error={errors.days}
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
          <Button ref={cancel} disabled={isBusy} onClick={onClose}>
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

function planText(trader: ListedUser): string {
  const { name, expires, isOver } = planOf(trader)
  if (expires === null) return 'Ora non ha un piano. I giorni partono da adesso.'
  return isOver
    ? `Il piano ${name} è scaduto il ${format.date(expires)}. I giorni partono da adesso.`
    : `Ora ha ${name} fino al ${format.date(expires)}. I giorni dello stesso piano si aggiungono.`
}

const endOf = (user: ResponseOf<typeof getUser> | undefined, type: string) =>
  user?.subscriptions.find((each) => each.subscription_type === type)?.end_date
