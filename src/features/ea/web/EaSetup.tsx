import { useState } from 'react'
import type { EaStatus } from '#features/ea/contract.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import { Later } from '#web/ui/Later.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { AdvisorFile, type Platform } from './AdvisorFile.tsx'
import { ConnectionBadge, SyncFigures } from './Connection.tsx'
import { useProgress } from './progress.ts'
import { PlanOffer } from './PlanOffer.tsx'
import { isComplete, stepsOf } from './setup.ts'
import { AllowStep, InstallStep, SyncStep, Token } from './SetupSteps.tsx'
import { Stepper } from './Stepper.tsx'
import { GenerateToken, TokenActions } from './TokenActions.tsx'
import { problemOf } from './connection-problem.ts'
import { ConnectionProblem } from './ConnectionProblem.tsx'

interface EaSetupProps {
  /** Username: the progress is stored for its owner alone. */
  owner: string
  ea: EaStatus
  /** A plan that allows the sync is in force. */
  hasPlan: boolean
  /** The current or last plan; null where there never was one. */
  lastPlan: Tier | null
  /** The bound account's platform; null before the first sync. */
  bound: Platform | null
  isChecking: boolean
  /** The status is old: the server did not answer since. */
  isStale: boolean
  /** Reads the status again. */
  onChange: () => Promise<unknown>
}

/** The setup from nothing to a connected terminal, and the remedies when its syncs stop. */
export function EaSetup({ owner, ea, hasPlan, lastPlan, bound, isChecking, isStale, onChange }: EaSetupProps) {
  const { claimed, platform: chosen, keep } = useProgress(owner, ea)
  const [isMoved, setMoved] = useState(false)
  /** The plan's benefits, where the server refused for want of a plan. */
  const [refused, setRefused] = useState<readonly string[] | null>(null)
  const move = (done: number) => {
    setMoved(true)
    keep({ claimed: done })
  }
  const changeToken = () => {
    setMoved(true)
    setRefused(null)
    return onChange()
  }
  const setChosen = (platform: Platform) => keep({ platform })
  const platform = chosen ?? bound ?? 'MT5'
  const steps = stepsOf(ea, claimed, bound ?? chosen)
  const current = steps.find(({ state }) => state === 'current')?.name
  const offer =
    hasPlan && refused === null ? null : <PlanOffer lastPlan={lastPlan} hasToken={ea.has_ea_token} refused={refused} />
  const problem = hasPlan ? problemOf(ea) : null
  return (
    <Panel
      title="Expert Advisor"
      end={<ConnectionBadge ea={ea} isStale={isStale} />}
      foot={
        <a href="/how-it-works/index.html#guida" target="_blank" rel="noopener">
          La guida completa, passo per passo
        </a>
      }
    >
      <Stepper steps={steps} current="da fare ora" />
      <div className="mt-6 grid gap-4">
        {ea.has_ea_token ? offer : problem !== null && <ConnectionProblem problem={problem} />}
        {current === 'token' && (
          <GenerateToken isMoved={isMoved} offer={offer} onChange={changeToken} onPlanWanted={setRefused} />
        )}
        {current === 'allow' && <AllowStep isMoved={isMoved} onDone={() => move(2)} />}
        {current === 'install' && (
          <InstallStep
            ea={ea}
            platform={platform}
            onPlatform={setChosen}
            onBack={() => move(1)}
            onDone={() => move(3)}
            isMoved={isMoved}
          />
        )}
        {ea.last_error !== null && current === 'sync' && problem !== null && <ConnectionProblem problem={problem} />}
        {current === 'sync' && (
          <SyncStep
            isMoved={isMoved}
            ea={ea}
            isChecking={isChecking}
            isStale={isStale}
            onCheck={() => void onChange()}
            {...(!ea.account_connected && ea.last_error === null && { onBack: () => move(2) })}
          />
        )}
        {problem !== null && (current === undefined || (current === 'sync' && ea.last_error === null)) && (
          <ConnectionProblem problem={problem} />
        )}
        {ea.account_connected && <SyncFigures ea={ea} hasPlan={hasPlan} />}
        {(current === undefined || current === 'sync') && (
          <>
            <Token ea={ea} />
            <Later
              height={
                current === undefined
                  ? 'h-[80px] max-[820px]:h-[114px] max-[360px]:h-[164px]'
                  : 'h-[260px] max-[820px]:h-[330px]'
              }
            >
              <AdvisorFile
                platform={platform}
                onPlatform={setChosen}
                running={ea.ea_version}
                place={current === undefined ? 'folded' : 'open'}
              />
            </Later>
          </>
        )}
      </div>
      {ea.has_ea_token && <TokenActions onChange={changeToken} onPlanWanted={setRefused} />}
      {!isComplete(ea) && current !== 'sync' && ea.has_ea_token && (
        <p className="mt-4 text-ui text-ink-3">Controlliamo la connessione ogni 30 secondi.</p>
      )}
    </Panel>
  )
}
