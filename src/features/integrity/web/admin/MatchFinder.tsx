import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { getTrader } from '#features/traders/contract.ts'
import { traderAddress } from '#features/traders/rules.ts'
import { q, readError } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { levelWords } from '#shared/levels.ts'
import { MatchForm } from './MatchForm.tsx'

const nameOf = (typed: string) => typed.trim().replace(/^@/, '')

/** An external match for any trader: most of them have no case. */
export function MatchFinder() {
  const [typed, setTyped] = useState('')
  const [username, setUsername] = useState<string | null>(null)
  const trader = useQuery({
    ...q<typeof getTrader>('GET /api/trader/:username', { params: { username: username ?? '' } }),
    enabled: username !== null,
  })
  const found = username === null ? undefined : trader.data
  const isTyped = nameOf(typed) === username
  const error = isTyped && trader.error !== null ? readError(trader.error).message : undefined
  return (
    <Panel title="Riscontro esterno">
      <form
        className="flex max-w-[560px] items-start gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // What was written of a trader stays until another is looked for.
          const name = nameOf(typed)
          if (name !== '') setUsername(name)
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            label="Username del trader"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            error={error}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" className="mt-6" busy={trader.isFetching && found === undefined && 'Ricerca...'}>
          Trova
        </Button>
      </form>
      {found !== undefined && (
        <div className="mt-5 grid max-w-[720px] gap-4 border-t border-line pt-4">
          <p className="text-ui">
            <a href={traderAddress(found.username)}>
              {found.display_name} (@{found.username})
            </a>
            : {levelWords[found.verification_level]}
          </p>
          <MatchForm key={found.trader_id} traderId={found.trader_id} />
        </div>
      )}
    </Panel>
  )
}
