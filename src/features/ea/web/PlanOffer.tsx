import { subscribeAddress } from '#features/payments/plan-names.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Points } from './Points.tsx'

/** Why there is no token, and what to do about it. @param benefits what the server says the plan gives */
export function PlanOffer({ benefits }: { benefits: readonly string[] }) {
  return (
    <div className="mt-4 grid gap-3">
      <Alert tone="warn" lead="Serve Basic Leaderboard." live>
        Attiva il piano per generare il token. Diamond comprende Basic.{' '}
        <a href={subscribeAddress('basic')}>Attiva Basic Leaderboard</a>
      </Alert>
      <Points texts={benefits} />
    </div>
  )
}
