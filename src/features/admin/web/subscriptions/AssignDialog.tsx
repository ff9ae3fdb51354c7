import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { getUser } from '#features/admin/users-contract.ts'
import type { assignSubscription } from '#features/subscriptions/contract.ts'
import { assignmentErrors, daysHelp } from '#features/subscriptions/web/assignment.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q, send } from '#web/api.ts'
import { adminErrorText } from '#web/error-text.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields } from '#web/ui/forms/useFields.ts'
import { useRefresh } from '../useRefresh.ts'
import { planOf, type ListedUser } from '../users/users.ts'
import { TraderPicker } from './TraderPicker.tsx'

const examples = [30, 90, 365]

interface AssignProps {
  /** Without one, the dialog finds the trader first. */
  user?: ListedUser
  onClose: () => void
}

/** Gives a trader days of a plan. Every error stands at its field at the same time. */
export function AssignDialog({ user, onClose }: AssignProps) {
  const refresh = useRefresh()
  const [trader, setTrader] = useState(user ?? null)
  // The end at the moment of the choice: when another admin moves it meanwhile, no days are added by mistake.
  const { data, refetch } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: trader?.trader_id ?? '' } }),
    enabled: trader !== null,
    refetchOnWindowFocus: false,
  })
  const { values, errors, show, set, fieldOf, wire, focus } = useFields({ trader: '', type: '', days: '' })
  const { type, days } = values
  const cancel = useRef<HTMLButtonElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const ends = endOf(data, type)
  const { run, isBusy, error } = useAction(
    async ({ trader_id }: ListedUser) => {
      const now = data ?? (await refetch({ throwOnError: true })).data
      const body = { trader_id, type, duration_days: Number(days), seen_end_date: endOf(now, type) ?? null }
      return sendIdempotent(`assign ${trader_id} ${type} ${body.duration_days}`, (headers) =>
        send<typeof assignSubscription>('POST /api/admin/assign-subscription', { body }, headers),
      )
    },
    {
      async onDone({ new_end_date: end }, { username }) {
        toast(`Piano assegnato a @${username}: scade il ${format.date(end)}.`, 'ok')
        await refresh()
        onClose()
      },
      onError: ({ type: code }) => code === 'SUBSCRIPTION_CHANGED' && void refresh(),
    },
  )
  /** The pressed button goes: the keyboard goes on from a field. */
  function pick(picked: ListedUser | null, next: 'trader' | 'type') {
    setTrader(picked)
    focus(next)
  }
  function assign() {
    const found = assignmentErrors(type, days)
    if (!show(trader === null ? { trader: 'Scegli un trader.', ...found } : found) && trader !== null) void run(trader)
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
      <DialogForm
        confirm="Assegna"
        variant="primary"
        busy={isBusy && 'Assegnazione...'}
        safe={cancel}
        onSubmit={assign}
        onCancel={onClose}
      >
        <ActionError error={error} textOf={adminErrorText} />
        {trader === null && (
          <TraderPicker
            error={errors.trader}
            field={(input) => {
              search.current = input
              wire('trader').ref(input)
            }}
            onPick={(picked) => pick(picked, 'type')}
          />
        )}
        {trader !== null && user === undefined && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
            <span className="[overflow-wrap:anywhere]">
              <span className="text-ink-3">Trader:</span> <b>{trader.display_name}</b>{' '}
              <span className="text-ink-3">@{trader.username}</span>
            </span>
            <Button size="sm" variant="text" className="-ml-2.5" onClick={() => pick(null, 'trader')}>
              Cambia trader
            </Button>
          </p>
        )}
        <SelectField
          label="Tipo"
          help={ends === undefined ? undefined : `Ora scade il ${format.date(ends)}.`}
          {...fieldOf('type')}
        >
          <option value="">Scegli</option>
          <option value="basic">Basic</option>
          <option value="diamond">Diamond</option>
        </SelectField>
        <div>
          <TextField label="Durata in giorni" inputMode="numeric" maxLength={6} help={daysHelp} {...fieldOf('days')} />
          <p className="mt-2 flex flex-wrap gap-2">
            {examples.map((example) => (
              <Button key={example} size="sm" onClick={() => set('days', String(example))}>
                {format.days(example)}
              </Button>
            ))}
          </p>
        </div>
      </DialogForm>
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
