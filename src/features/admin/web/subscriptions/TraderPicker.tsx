import { useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
import type { listUsers } from '#features/admin/contract.ts'
import { q } from '#web/api.ts'
import { adminErrorText } from '#web/error-text.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useDebouncedValue } from '#web/hooks/useDebouncedValue.ts'
import type { ListedUser } from '../users/users.ts'

const shortest = 2

interface PickerProps {
  error: string | undefined
  field: Ref<HTMLInputElement>
  onPick: (user: ListedUser) => void
}

/** Finds a trader by name or e-mail. */
export function TraderPicker({ error, field, onPick }: PickerProps) {
  const [typed, setTyped] = useState('')
  const searched = useDebouncedValue(typed)
  const isLong = searched.length >= shortest
  const result = useQuery({
    ...q<typeof listUsers>('GET /api/admin/users', { query: { q: searched, limit: '6' } }),
    enabled: isLong,
  })
  const users = isLong ? (result.data?.users ?? []) : []
  return (
    <div>
      <TextField
        ref={field}
        label="Trader"
        type="search"
        help={`Nome, username o email: almeno ${shortest} caratteri.`}
        error={error ?? (result.error === null ? undefined : adminErrorText(result.error))}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {users.length > 0 && (
        <ul className="mt-2 border-t border-line" aria-label="Trader trovati">
          {users.map((user) => (
            <li
              key={user.trader_id}
              className="flex items-center justify-between gap-x-3 border-b border-line py-1.5 text-ui"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b>{user.display_name}</b> <span className="text-ink-3">@{user.username}</span>
                <span className="block text-label text-ink-3">{user.email}</span>
              </span>
              {user.deactivated_at === null ? (
                <Button size="sm" onClick={() => onPick(user)}>
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
        {isLong && !result.isFetching && result.error === null && users.length === 0
          ? 'Nessun trader con questa ricerca.'
          : ''}
      </output>
    </div>
  )
}
