import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { updateProfile } from '#features/account/contract.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { cacheSaved, type Profile } from './own-profile.ts'
import { RetryAlert } from './RetryAlert.tsx'

/** Hides the amounts from others, and says which figures stay visible. */
export function PrivacyPanel({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const id = useId()
  const control = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState<string | null>(null)
  const saving = useAction(
    ({ isHidden }: { isHidden: boolean; isUndo: boolean }) =>
      send<typeof updateProfile>('PUT /api/account/profile', { body: { hide_amounts: isHidden } }),
    {
      onDone({ hide_amounts: isHidden }, { isUndo }) {
        cacheSaved(client, { hide_amounts: isHidden })
        // Lists and profiles in the cache show other figures now.
        void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith('GET /api/fresh/') })
        setStatus(isUndo ? 'Come prima.' : isHidden ? 'Importi nascosti.' : 'Importi visibili a tutti.')
      },
    },
  )
  const { isBusy, error, input } = saving
  const isHidden = isBusy && input !== undefined ? input.isHidden : profile.hide_amounts

  function change(next: boolean, isUndo = false) {
    setStatus(null)
    // The pressed button disappears from the page: undo, or another attempt.
    control.current?.focus()
    void saving.run({ isHidden: next, isUndo })
  }

  return (
    <Panel title="Privacy">
      <div className="grid gap-4">
        <label className="switch">
          <input
            ref={control}
            type="checkbox"
            role="switch"
            aria-checked={isHidden}
            aria-describedby={`${id}-what`}
            aria-busy={isBusy || undefined}
            checked={isHidden}
            onChange={(event) => change(event.target.checked)}
          />
          <span className="text-body font-semibold">Nascondi gli importi</span>
        </label>
        <output className="flex min-h-9 flex-wrap items-center gap-3 empty:hidden">
          {status !== null && (
            <>
              <span className="text-ui">{status}</span>
              {status !== 'Come prima.' && (
                <Button size="sm" onClick={() => change(!profile.hide_amounts, true)}>
                  Annulla
                </Button>
              )}
            </>
          )}
        </output>
        <RetryAlert
          lead="Scelta non salvata."
          error={error}
          onRetry={() => input !== undefined && change(input.isHidden)}
        />
        <dl id={`${id}-what`} className="grid gap-3 text-ui text-ink-2">
          <Row term="Gli altri vedono N/A">
            al posto di Balance, Equity, P/L Live, profitti e di ogni altro importo, nel profilo, in classifica e nei
            grafici.
          </Row>
          <Row term="Restano visibili">
            ROI, win rate, Drawdown Max, numero di operazioni, giorni e segnalazioni delle verifiche.
          </Row>
          <Row term="Il punteggio non cambia">
            i punti dell’equity restano. Negli ordinamenti per equity e profitto passi in fondo.
          </Row>
          <Row term="Tu vedi tutto">nella tua dashboard gli importi restano.</Row>
        </dl>
      </div>
    </Panel>
  )
}

function Row({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="inline font-semibold text-ink">{term}:</dt> <dd className="inline">{children}</dd>
    </div>
  )
}
