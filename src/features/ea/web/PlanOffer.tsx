import { planBenefits } from '#features/ea/plan-benefits.ts'
import { subscribeAddress } from '#features/payments/plan-names.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Points } from './Points.tsx'

interface PlanOfferProps {
  /** What the server says the plan gives; what is known without it, before it was asked. */
  benefits?: readonly string[]
  /** There is a token already: what it is for stands still. */
  hasToken?: boolean
}

/** What is missing, what it gives, and the way there. */
export function PlanOffer({ benefits = [], hasToken = false }: PlanOfferProps) {
  return (
    <div className="grid gap-3">
      <Alert tone="warn" lead="Serve Basic Leaderboard." live>
        {hasToken
          ? 'Senza un piano attivo l’Expert Advisor non sincronizza: token, conto e storico restano, e con il piano riprende da solo.'
          : 'Attiva il piano per generare il token. Diamond comprende Basic.'}{' '}
        <a href={subscribeAddress('basic')}>Attiva Basic Leaderboard</a>
      </Alert>
      <Points texts={benefits.length > 0 ? benefits : planBenefits} />
    </div>
  )
}
