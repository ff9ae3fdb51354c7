import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { listUsers } from '#features/admin/contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { q, readError } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const shown = 8

/** Finds any trader's accounts: most of them have no case. */
export function TraderFinder() {
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState('')
  const found = useQuery({
    ...q<typeof listUsers>('GET /api/admin/users', { query: { q: sought, limit: String(shown) } }),
    enabled: sought !== '',
  })
  const users = sought === '' ? undefined : found.data?.users
  const list = useRef<HTMLUListElement>(null)
  // The list opens below the field, which may stand at the foot of the screen.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [users])
  const none = users?.length === 0 ? 'Nessun utente con questo nome, email o conto.' : undefined
  const searchError = found.error === null ? none : readError(found.error).message
  return (
    <Panel title="I conti di un trader">
      <p className="mb-3 max-w-[720px] text-ui text-ink-2">
        Livello, riscontri esterni (L3), conti collegati e chiusi, anche di chi non ha verifiche.
      </p>
      <form
        className="flex max-w-[560px] items-start gap-3 max-[560px]:flex-col max-[560px]:items-stretch"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const name = typed.trim().replace(/^@/, '')
          if (name !== '' && name === sought) void found.refetch()
          setSought(name)
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            label="Nome, username, email o numero di conto"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            error={sought === '' ? undefined : searchError}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          className="mt-6 max-[560px]:mt-0"
          busy={sought !== '' && found.isFetching && 'Ricerca...'}
        >
          Trova
        </Button>
      </form>
      <output className="sr-only">
        {users && users.length > 0 && format.counted(found.data?.total ?? 0, 'trader trovato', 'trader trovati')}
      </output>
      {users !== undefined && users.length > 0 && (
        <ul ref={list} className="mt-4 max-w-[720px] border-t border-line text-ui" aria-label="Trader trovati">
          {users.map((user) => (
            <li key={user.trader_id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
              <a href={adminAddress('integrity', { trader: user.trader_id })}>
                {user.display_name} (@{user.username})
              </a>{' '}
              <span className="text-ink-3">{user.email}</span>
            </li>
          ))}
        </ul>
      )}
      {found.data !== undefined && found.data.total > shown && (
        <p className="mt-2 text-ui text-ink-3">
          {format.count(shown)} di {format.count(found.data.total)}: scrivi di più per trovare gli altri.
        </p>
      )}
    </Panel>
  )
}
