import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { listUsers } from '#features/admin/contract.ts'
import type { getUser } from '#features/admin/users-contract.ts'
import type { assignSubscription } from '#features/subscriptions/contract.ts'
import { assignmentFaults, daysHelp } from '#features/subscriptions/web/assignment.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { hasSessionState, useSessionState } from '#web/session-state.ts'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useRefresh } from './subscriptions.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { adminErrorText } from '#web/error-text.ts'

interface Chosen {
  trader_id: string
  display_name: string
  username: string
}

interface Begun {
  chosen: Chosen | null
  searched: string
  type: string
  days: string
}

const assignment = 'assignment'
const nothing: Begun = { chosen: null, searched: '', type: '', days: '' }

/** Whether somebody left the form half filled. */
export const isAssignmentBegun = () => hasSessionState(assignment)

interface Faults {
  trader?: string
  type?: string
  days?: string
}

/** Gives a trader days of a plan: found by name or e-mail; what is wrong is said at every field at once. */
export function AssignForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const refresh = useRefresh()
  const [begun, setBegun] = useSessionState(assignment, nothing)
  const { chosen, type, days } = begun
  // What runs as the trader is chosen: where another admin gives them time meanwhile, nothing is given on top unseen.
  const { data, refetch } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: chosen?.trader_id ?? '' } }),
    enabled: chosen !== null,
    refetchOnWindowFocus: false,
  })
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // The first field that was refused has the keyboard.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const ends = endOf(data, type)

  async function assign() {
    setRefusal(null)
    const wrong = assignmentFaults(type, days)
    setFaults(chosen === null ? { trader: 'Scegli un trader.', ...wrong } : wrong)
    if (chosen === null || Object.keys(wrong).length > 0) return
    const number = Number(days)
    setBusy(true)
    try {
      const now = data ?? (await refetch({ throwOnError: true })).data
      const seen = endOf(now, type) ?? null
      const { new_end_date: end } = await sendIdempotent(`assign ${chosen.trader_id} ${type} ${number}`, (headers) =>
        send<typeof assignSubscription>(
          'POST /api/admin/assign-subscription',
          { body: { trader_id: chosen.trader_id, type, duration_days: number, seen_end_date: seen } },
          headers,
        ),
      )
      toast(`Abbonamento assegnato a @${chosen.username}: scade il ${format.date(end)}.`, 'ok')
      setBegun(nothing)
      onDone()
      await refresh()
    } catch (error) {
      setRefusal(adminErrorText(error))
      if (readError(error).type === 'SUBSCRIPTION_CHANGED') void refresh()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="mt-3 grid gap-4 rounded-md border border-line-2 p-4"
      aria-label="Assegna abbonamento"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void assign()
      }}
    >
      {refusal !== null && <Alert tone="danger" lead={refusal} live />}
      <TraderPicker begun={begun} fault={faults.trader} onChange={(trader) => setBegun({ ...begun, ...trader })} />
      <div className="grid grid-cols-2 gap-4 max-[480px]:grid-cols-1">
        <SelectField
          label="Tipo"
          error={faults.type}
          help={ends === undefined ? undefined : `Ora scade il ${format.date(ends)}.`}
          value={type}
          onChange={(event) => setBegun({ ...begun, type: event.target.value })}
        >
          <option value="">Scegli</option>
          <option value="basic">Basic</option>
          <option value="diamond">Diamond</option>
        </SelectField>
        <TextField
          label="Durata in giorni"
          inputMode="numeric"
          maxLength={6}
          help={daysHelp}
          error={faults.days}
          value={days}
          onChange={(event) => setBegun({ ...begun, days: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button
          size="sm"
          disabled={busy}
          onClick={() => {
            setBegun(nothing)
            onCancel()
          }}
        >
          Chiudi
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={busy && 'Assegnazione...'}>
          Assegna
        </Button>
      </div>
    </form>
  )
}

interface PickerProps {
  begun: Begun
  fault: string | undefined
  onChange: (change: Partial<Begun>) => void
}

function TraderPicker({ begun: { chosen, searched: typed }, fault, onChange }: PickerProps) {
  const name = useId()
  const input = useRef<HTMLInputElement>(null)
  const searched = useDebouncedValue(typed)
  const { data, error, isFetching } = useQuery({
    ...q<typeof listUsers>('GET /api/admin/users', { query: { q: searched, limit: '6' } }),
    enabled: searched.length >= 2 && chosen === null,
  })
  // What comes back with a tab of the panel leaves the keyboard with the tab.
  const isBack = useRef(isAssignmentBegun())
  useEffect(() => {
    if (chosen === null && !isBack.current) input.current?.focus()
    isBack.current = false
  }, [chosen])
  if (chosen !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <span className="[overflow-wrap:anywhere]">
          <span className="text-ink-3">Trader:</span> <b>{chosen.display_name}</b>{' '}
          <span className="text-ink-3">@{chosen.username}</span>
        </span>
        <Button size="sm" variant="text" onClick={() => onChange({ chosen: null })}>
          Cambia
        </Button>
      </p>
    )
  }
  const users = searched.length >= 2 ? (data?.users ?? []) : []
  return (
    <div>
      <TextField
        ref={input}
        label="Trader"
        type="search"
        help="Nome, nome utente o email: almeno 2 caratteri."
        error={fault ?? (error === null ? undefined : adminErrorText(error))}
        maxLength={100}
        value={typed}
        onChange={(event) => onChange({ searched: event.target.value })}
      />
      {users.length > 0 && (
        <ul className="mt-2 border-t border-line" aria-label="Trader trovati" id={name}>
          {users.map((user) => (
            <li
              key={user.trader_id}
              className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 text-ui"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b>{user.display_name}</b> <span className="text-ink-3">@{user.username}</span>
                <span className="block text-label text-ink-3">{user.email}</span>
              </span>
              {user.deactivated_at === null ? (
                <Button size="sm" onClick={() => onChange({ chosen: user })}>
                  Scegli<span className="sr-only"> {user.display_name}</span>
                </Button>
              ) : (
                <Badge tone="neutral">Utente disattivato</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      <output className="help">
        {searched.length >= 2 && !isFetching && error === null && users.length === 0
          ? 'Nessun trader con questa ricerca.'
          : ''}
      </output>
    </div>
  )
}

const endOf = (user: ResponseOf<typeof getUser> | undefined, type: string) =>
  user?.subscriptions.find((each) => each.subscription_type === type)?.end_date
