import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { changeTradingAccount } from '#features/integrity/contract.ts'
import * as format from '#shared/format.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { isDecided, type Own } from '../cases.ts'
import { ChangeAccountDialog } from './ChangeAccountDialog.tsx'

/** Closes the bound account in public, and frees the place for another one. */
export function ChangeAccountCard({ own }: { own: Own }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const held = own.under_review || own.cases.some((one) => one.holds && !isDecided(one))
  const done = ({ message }: ResponseOf<typeof changeTradingAccount>) => {
    setAsking(false)
    toast(message, 'ok')
    // Account, token, plan of the page: nearly everything that the owner sees is another now.
    void client.invalidateQueries()
  }
  return (
    <div id="cambia-conto">
      <Panel title="Cambia conto">
        <div className="grid gap-3 text-ui text-ink-2">
          <p>
            In classifica conta un solo conto. Per passare a un altro chiudi questo: le sue cifre finali restano sul
            profilo, e quello nuovo parte da zero.
          </p>
          {own.closed_accounts.map((account) => (
            <p key={account.closed_at} className="text-ink-3">
              Chiuso: {account.platform}, {account.server}, dal {format.date(account.opened_at)} al{' '}
              {format.date(account.closed_at)}.
            </p>
          ))}
          {held && (
            <p className="text-ink">
              Il conto è in verifica: si può cambiare quando la verifica si chiude a tuo favore.
            </p>
          )}
          <div>
            <Button variant="danger-line" disabled={held} onClick={() => setAsking(true)}>
              Chiudi questo conto
            </Button>
          </div>
        </div>
        {isAsking && <ChangeAccountDialog own={own} onDone={done} onCancel={() => setAsking(false)} />}
      </Panel>
    </div>
  )
}
