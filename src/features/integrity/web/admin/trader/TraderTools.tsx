import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Later } from '#web/ui/Later.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { MatchForm } from '../MatchForm.tsx'
import { ErasedDialog } from './account-dialogs.ts'
import { MatchHistory } from './MatchHistory.tsx'
import type { TraderIntegrity } from './trader-integrity.ts'

interface ToolsProps {
  data: TraderIntegrity
  /** Actions of admins on the accounts. */
  actions: ReactNode
}

/** Below the cases of one trader: matches, the number of an erased profile, who did what. */
export function TraderTools({ data, actions }: ToolsProps) {
  const { trader, accounts } = data
  const [isErased, setErased] = useState(false)
  const isBound = accounts.some(({ closed_at: closed }) => closed === null)
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
      <Panel title="Riscontri esterni">
        <MatchHistory data={data} />
        <div className="mt-5 border-t border-line pt-4">
          <h3 className="mb-3 text-ui [font-family:inherit] font-semibold">Nuovo riscontro</h3>
          {isBound ? (
            <MatchForm traderId={trader.trader_id} connectedPage={trader.myfxbook_url} />
          ) : (
            <p className="text-ui text-ink-2">Serve un conto collegato: ora non ce n’è uno.</p>
          )}
        </div>
      </Panel>
      <Panel title="Conto di un account eliminato">
        <p className="text-ui text-ink-2">
          Il numero di un conto che era di un account eliminato resta bloccato per tutti. Se è davvero di @
          {trader.username}, da qui lo può collegare.
        </p>
        <p className="mt-3">
          <Button size="sm" onClick={() => setErased(true)}>
            Libera il conto
          </Button>
        </p>
      </Panel>
      <Panel title="Azioni su questo trader">
        <Later height="h-[120px]">{actions}</Later>
      </Panel>
      {isErased && <ErasedDialog trader={trader} onClose={() => setErased(false)} />}
    </div>
  )
}
