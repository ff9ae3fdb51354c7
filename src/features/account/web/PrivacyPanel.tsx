import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { updateProfile } from '#features/account/contract.ts'
import { readError, send } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { keepSaved, type Profile } from './own-profile.ts'

/** What hiding the amounts takes away from others, and what it leaves. */
export function PrivacyPanel({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const id = useId()
  const control = useRef<HTMLInputElement>(null)
  /** What was asked for last, while the answer is on its way. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const [refusal, setRefusal] = useState<{ error: unknown; wanted: boolean } | null>(null)
  const [news, setNews] = useState<string | null>(null)
  const isHidden = asked ?? profile.hide_amounts

  async function change(wanted: boolean, isUndo = false) {
    if (asked !== null) return
    setAsked(wanted)
    setRefusal(null)
    setNews(null)
    // What asked for it may go from the page: undo, or another attempt.
    control.current?.focus()
    try {
      const saved = await send<typeof updateProfile>('PUT /api/account/profile', { body: { hide_amounts: wanted } })
      keepSaved(client, { hide_amounts: saved.hide_amounts })
      // Lists and profiles that the page holds are others now.
      void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith('GET /api/fresh/') })
      setNews(isUndo ? 'Come prima.' : wanted ? 'Importi nascosti.' : 'Importi visibili a tutti.')
    } catch (error) {
      setRefusal({ error, wanted })
    } finally {
      setAsked(null)
    }
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
            aria-busy={asked !== null || undefined}
            checked={isHidden}
            onChange={(event) => void change(event.target.checked)}
          />
          <span className="text-body font-semibold">Nascondi gli importi</span>
        </label>
        <output className="flex min-h-9 flex-wrap items-center gap-3 empty:hidden">
          {news !== null && (
            <>
              <span className="text-ui">{news}</span>
              {news !== 'Come prima.' && (
                <Button size="sm" onClick={() => void change(!profile.hide_amounts, true)}>
                  Annulla
                </Button>
              )}
            </>
          )}
        </output>
        {refusal !== null && (
          <Alert
            tone="danger"
            lead="Scelta non salvata."
            live
            action={
              <Button size="sm" onClick={() => void change(refusal.wanted)}>
                Riprova
              </Button>
            }
          >
            {readError(refusal.error).message}
          </Alert>
        )}
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
