import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Own } from '../cases.ts'

const ChangeAccountDialog = lazy(async () => ({
  default: (await import('./ChangeAccountDialog.tsx')).ChangeAccountDialog,
}))

/** Closes the bound account in public, and frees the place for another one. */
export function ChangeAccountCard({ own }: { own: Own }) {
  const client = useQueryClient()
  /** The account that the dialog confirms, as it was when the dialog opened. */
  const [closing, setClosing] = useState<Own['account']>(null)
  const [isClosed, setClosed] = useState(false)
  const intro = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that opened the dialog goes with the account.
    if (isClosed) intro.current?.focus()
  }, [isClosed])
  const leave = () => {
    setClosing(null)
    if (own.account?.account_id !== closing?.account_id) setClosed(true)
  }
  const done = (message: string) => {
    setClosing(null)
    setClosed(true)
    toast(message, 'ok')
    // Account, token, plan of the page: nearly everything that the owner sees is another now.
    void client.invalidateQueries()
  }
  return (
    <div id="cambia-conto">
      <Panel title="Cambia conto">
        <div className="grid gap-3 text-ui text-ink-2">
          <p ref={intro} tabIndex={-1} className="outline-none">
            {own.account === null
              ? 'Nessun conto è collegato. Crea un token e usalo nel terminale del nuovo conto.'
              : 'In classifica conta un solo conto. Per passare a un altro chiudi questo: le sue cifre finali restano sul profilo, e quello nuovo parte da zero. Presso il broker non cambia nulla.'}
          </p>
          {own.closed_accounts.map((account) => (
            <p key={account.closed_at} className="text-ink-3">
              Chiuso: {account.platform}, {account.server}, dal {format.date(account.opened_at)} al{' '}
              {format.date(account.closed_at)}.
            </p>
          ))}
          {own.account !== null && own.held !== null && <p className="text-ink">{heldTexts[own.held]}</p>}
          {own.account !== null && (
            <div>
              <Button variant="danger-line" disabled={own.held !== null} onClick={() => setClosing(own.account)}>
                Chiudi questo conto
              </Button>
            </div>
          )}
        </div>
        {closing !== null && (
          <Suspense>
            <ChangeAccountDialog
              account={closing}
              isGone={own.account?.account_id !== closing.account_id}
              onDone={done}
              onCancel={leave}
            />
          </Suspense>
        )}
      </Panel>
    </div>
  )
}

const heldTexts = {
  open: 'Il conto è in verifica: si può cambiare quando la verifica si chiude a tuo favore.',
  upheld: 'Una segnalazione è stata confermata: finché vale, il conto non si può cambiare.',
}
