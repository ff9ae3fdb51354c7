import { useState } from 'react'
import type { EaStatus } from '#features/ea/contract.ts'
import * as format from '#shared/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { AdvisorFile, AllowedAddress, type Platform } from './AdvisorFile.tsx'
import { isComplete, isConnected, stepsOf } from './setup.ts'
import { AllowStep, InstallStep, SyncStep, Token } from './SetupSteps.tsx'
import { Stepper } from './Stepper.tsx'
import { GenerateToken, TokenActions } from './TokenActions.tsx'
import { troubleOf } from './troubles.ts'
import { Troubles } from './Troubles.tsx'

interface EaSetupProps {
  ea: EaStatus
  /** A plan that allows the sync is in force. */
  hasPlan: boolean
  /** Of the bound account; null before the first sync. */
  bound: Platform | null
  isChecking: boolean
  /** Reads the status again. */
  onChange: () => Promise<unknown>
}

/** From nothing to a connected terminal, and what to do when it falls silent. */
export function EaSetup({ ea, hasPlan, bound, isChecking, onChange }: EaSetupProps) {
  const [chosen, setChosen] = useState<Platform | null>(null)
  const [claimed, setClaimed] = useState(1)
  const [isMoved, setMoved] = useState(false)
  const move = (done: number) => {
    setMoved(true)
    setClaimed(done)
  }
  const changeToken = () => {
    setMoved(true)
    return onChange()
  }
  const platform = chosen ?? bound ?? 'MT5'
  const steps = stepsOf(ea, claimed, bound ?? chosen)
  const current = steps.find(({ state }) => state === 'current')?.name
  const trouble = troubleOf(ea)
  return (
    <Panel
      title="Expert Advisor"
      end={<ConnectionBadge isOn={isConnected(ea)} />}
      foot={
        <a href="/how-it-works/index.html#guida" target="_blank" rel="noopener">
          La guida completa, passo per passo
        </a>
      }
    >
      <Stepper steps={steps} />
      <div className="mt-6 grid gap-4">
        {current === 'token' && <GenerateToken hasPlan={hasPlan} isMoved={isMoved} onChange={changeToken} />}
        {current === 'install' && (
          <InstallStep ea={ea} platform={platform} onPlatform={setChosen} onDone={() => move(2)} isMoved={isMoved} />
        )}
        {current === 'allow' && <AllowStep isMoved={isMoved} onBack={() => move(1)} onDone={() => move(3)} />}
        {current === 'sync' && (
          <SyncStep
            isMoved={isMoved}
            ea={ea}
            isChecking={isChecking}
            onCheck={() => void onChange()}
            {...(!ea.account_connected && ea.last_error === null && { onBack: () => move(2) })}
          />
        )}
        {trouble !== null && (current === undefined || current === 'sync') && <Troubles trouble={trouble} />}
        {ea.account_connected && <SyncFigures ea={ea} />}
        {(current === undefined || current === 'sync') && (
          <>
            <Token ea={ea} />
            <AdvisorFile platform={platform} onPlatform={setChosen} running={ea.ea_version} isPrimary={false} />
            <AllowedAddress />
          </>
        )}
      </div>
      {ea.has_ea_token && <TokenActions onChange={changeToken} />}
      {!isComplete(ea) && current !== 'sync' && ea.has_ea_token && (
        <p className="mt-4 text-ui text-ink-3">Controlliamo la connessione ogni 30 secondi.</p>
      )}
    </Panel>
  )
}

/** Announced when it turns. */
function ConnectionBadge({ isOn }: { isOn: boolean }) {
  return (
    <output className={`badge ${isOn ? 'badge-ok' : 'badge-danger'} setup-badge`}>
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        {isOn ? (
          <circle cx="5" cy="5" r="4.2" fill="currentColor" stroke="none" />
        ) : (
          <>
            <circle cx="5" cy="5" r="3.7" />
            <path d="m2.6 7.4 4.8-4.8" />
          </>
        )}
      </svg>
      {isOn ? 'CONNESSO' : 'DISCONNESSO'}
    </output>
  )
}

function SyncFigures({ ea }: { ea: EaStatus }) {
  return (
    <dl className="sync-figures">
      <div>
        <dt>Ultima sincronizzazione</dt>
        <dd>{format.dateTime(ea.last_ea_sync)}</dd>
      </div>
      <div>
        <dt>Sincronizzazioni</dt>
        <dd>{format.count(ea.ea_sync_count)}</dd>
      </div>
      <div>
        <dt>Prossima attesa</dt>
        <dd>
          {ea.ea_active && ea.next_sync_expected_at !== null ? format.time(ea.next_sync_expected_at) : format.MISSING}
        </dd>
      </div>
    </dl>
  )
}
