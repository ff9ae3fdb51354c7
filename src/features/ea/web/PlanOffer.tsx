import { useEffect, useRef } from 'react'
import { planBenefits } from '#features/ea/plan-benefits.ts'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import { activateBasic } from '#features/subscriptions/texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Points } from './Points.tsx'

interface PlanOfferProps {
  /** The plan that ended; null where there never was one. */
  lastPlan: Tier | null
  /** There is a token already: its terminal's syncs are refused. */
  hasToken: boolean
  /** The plan's benefits, as the server sent them when it refused for want of a plan: the offer then takes the focus. */
  refused: readonly string[] | null
}

/** The missing plan, its benefits for traders who never had one, and the way there. */
export function PlanOffer({ lastPlan, hasToken, refused }: PlanOfferProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (refused !== null) heading.current?.focus()
  }, [refused])
  const isNew = lastPlan === null
  const benefits = refused !== null && refused.length > 0 ? refused : planBenefits
  return (
    <div className="grid gap-3">
      <h3 ref={heading} tabIndex={-1}>
        {isNew ? 'Ti serve un piano' : 'Rinnova il piano'}
      </h3>
      <Alert tone="warn" lead={isNew ? 'Serve Basic Leaderboard.' : 'Il piano è scaduto.'}>
        {hasToken
          ? 'Senza un piano attivo l’Expert Advisor non sincronizza: token, conto e storico restano, e con il piano riprende da solo.'
          : isNew
            ? 'Attiva il piano per generare il token. Diamond comprende Basic.'
            : 'Rinnovalo per generare il token.'}{' '}
        <a href={subscribeAddress(lastPlan ?? 'basic')}>{isNew ? activateBasic : 'Rinnova il piano'}</a>
      </Alert>
      {(isNew || refused !== null) && <Points texts={benefits} />}
    </div>
  )
}
