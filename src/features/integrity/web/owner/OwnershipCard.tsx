import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { CopyBox } from '#features/ea/web/CopyBox.tsx'
import { useNow } from '#features/ea/web/useNow.ts'
import type { createOwnershipCode } from '#features/integrity/contract.ts'
import { countdown } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { HOUR_MS } from '#shared/dates.ts'
import { codeHours } from '../../levels/ownership-proof.ts'
import type { Own } from '../cases.ts'
import { provenEffect } from './level-steps.ts'
import { ownIntegrity } from './own-integrity.ts'

/** Proof that the trader may trade on the account: a far pending order whose comment is a code of ours (level L2). */
export function OwnershipCard({ own }: { own: Own }) {
  const { account, level, ownership } = own
  const client = useQueryClient()
  const now = useNow()
  const steps = useRef<HTMLParagraphElement>(null)
  const expires = ownership.expires_at === null ? null : Date.parse(ownership.expires_at)
  const isExpired = expires !== null && expires <= now
  const code = isExpired && ownership.seen_at === null ? null : ownership.code

  async function showSteps() {
    await client.invalidateQueries({ queryKey: ownIntegrity().queryKey })
    // The button is gone: the steps for the code take the focus.
    setTimeout(() => steps.current?.focus())
  }
  const creating = useAction(() => send<typeof createOwnershipCode>('POST /api/account/ownership-code', {}), {
    onDone: showSteps,
    onError: showSteps,
  })

  if (ownership.proven_at !== null) {
    return (
      <div id="titolarita">
        <Panel title="Titolarità" end={<Badge tone="ok">Provata</Badge>}>
          <p className="text-ui text-ink-2">
            Provata il {format.date(ownership.proven_at)}. Vale finché questo conto resta collegato.
          </p>
        </Panel>
      </div>
    )
  }
  return (
    <div id="titolarita">
      <Panel title="Prova la titolarità">
        <div className="grid gap-4 text-ui">
          <p className="text-ink-2">
            Un ordine pendente con un nostro codice, inserito e poi annullato da te, prova che puoi operare sul conto.
            Non rischi nulla: il prezzo è lontano e l’ordine non si esegue.
          </p>
          {level === 'L1' && <p className="font-medium">{provenEffect(own)}</p>}
          {ownership.can_trade === false && (
            <Alert tone="warn" lead="Il terminale non può operare.">
              È collegato con la password investitore. Accedi con quella principale: finché resta così nessun ordine
              prova la titolarità.
            </Alert>
          )}
          <ActionError error={creating.error} lead="Codice non creato." />
          {isExpired && code === null && (
            <Alert tone="info" lead="Il codice è scaduto.">
              Nessuna sincronizzazione ha mostrato l’ordine in tempo. Creane uno nuovo.
            </Alert>
          )}
          {code === null ? (
            <div>
              <Button variant="primary" busy={creating.isBusy && 'Creazione...'} onClick={() => void creating.run()}>
                Crea il codice
              </Button>
            </div>
          ) : (
            <>
              <p ref={steps} tabIndex={-1} className="font-medium outline-none">
                Codice pronto: segui i passi.
              </p>
              <CopyBox label="Codice" value={code} copyLabel="Copia il codice" copied="Codice copiato" />
              <Steps platform={account?.platform ?? 'MT5'} observedAt={ownership.seen_at} />
              {ownership.seen_at === null && expires !== null && (
                <p className="text-label text-ink-3" role="timer">
                  In attesa dell’ordine. Il codice scade {leftOf(expires - now)}.
                </p>
              )}
            </>
          )}
        </div>
      </Panel>
    </div>
  )
}

function Steps({ platform, observedAt }: { platform: 'MT4' | 'MT5'; observedAt: string | null }) {
  const menu = platform === 'MT4' ? 'tipo «Ordine in sospeso»' : 'tipo «Ordine pendente»'
  return (
    <ol className="grid list-decimal gap-2 pl-5 text-ink-2">
      <li>Copia il codice.</li>
      <li>
        Nel terminale premi F9 e scegli {menu}, <b>Buy Limit</b>, volume minimo.
      </li>
      <li>Come prezzo scrivi circa la metà di quello attuale: così non si esegue.</li>
      <li>
        Nel campo <b>Commento</b> incolla il codice, solo quello. Invia l’ordine.
      </li>
      <li className={observedAt === null ? '' : 'text-ok'}>
        {observedAt === null ? (
          'Aspetta la prossima sincronizzazione: qui comparirà che l’abbiamo visto.'
        ) : (
          <output>
            <CircleCheck className="icon mr-1" size={14} strokeWidth={2} aria-hidden />
            Ordine visto il {format.dateTime(observedAt)}.
          </output>
        )}
      </li>
      <li className={observedAt === null ? '' : 'font-semibold text-ink'}>
        Elimina l’ordine nel terminale. Alla sincronizzazione seguente la titolarità è provata.
      </li>
    </ol>
  )
}

/** The life of a code. Two clocks that differ by seconds make it no longer. */
const codeMs = codeHours * HOUR_MS

function leftOf(ms: number): string {
  return countdown(Math.min(ms, codeMs) / 1_000)
}
