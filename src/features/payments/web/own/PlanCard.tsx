import { CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { planName, subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { paymentAddress } from '../../addresses.ts'
import { followedOrder } from '../order-labels.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import { lastTier } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Gem } from '#web/ui/later-icons.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { isOpenToRetry, planState, warningDays, type PlanState } from './plan-state.ts'
import { RetryActivation } from './RetryActivation.tsx'

interface PlanCardProps {
  traderId: string
  subscription: SubscriptionStatus
  /** The moment of the answer, milliseconds UTC. Days count from it. */
  now: number
  onActivated: () => void
}

/** The running plan and its end, what can be bought, and payments under way or without a plan. */
export function PlanCard({ traderId, subscription, now, onActivated }: PlanCardProps) {
  const plan = planState(subscription, now)
  const last = lastTier({
    diamond: subscription.diamond.expires_at,
    leaderboard: subscription.basic_leaderboard.expires_at,
  })
  const payments = subscription.recent_payments
  const underWay = followedOrder(payments)
  return (
    <Panel title="Abbonamento" end={<PlanBadge kind={plan.kind} />}>
      <PlanFacts plan={plan} lastPaid={payments.find(({ activated }) => activated)?.amount_usd ?? null} />
      {plan.waiting !== null && (
        <p className="mt-2 text-ui text-ink-2">
          Il tempo di Basic è in pausa durante Diamond: riparte il {format.date(plan.waiting.from)} e dura fino al{' '}
          {format.date(plan.waiting.until)}.
        </p>
      )}
      {underWay !== undefined && (
        <div className="mt-4">
          <Alert {...(underWay.status === 'partially_paid' ? short : onItsWay)}>
            {planName(underWay.plan)}, {format.price(underWay.amount_usd)}.{' '}
            <a href={paymentAddress(underWay.order_id)}>Segui il pagamento</a>
          </Alert>
        </div>
      )}
      <div className="mt-4 grid gap-2.5">
        {plan.kind === 'diamond' && (
          <ButtonLink variant="primary" wide href="/?view=my-showcase">
            Gestisci Vetrina
          </ButtonLink>
        )}
        <PlanActions kind={plan.kind} last={last} />
        {(plan.kind === 'none' || isOpenToRetry(payments, now)) && (
          <RetryActivation traderId={traderId} payments={payments} onActivated={onActivated} />
        )}
      </div>
    </Panel>
  )
}

const short = { tone: 'warn', lead: 'Importo parziale.' } as const
const onItsWay = { tone: 'info', lead: 'Pagamento in corso.' } as const

function PlanBadge({ kind }: { kind: PlanState['kind'] }) {
  if (kind === 'none') return <Badge tone="neutral">NON ABBONATO</Badge>
  if (kind === 'basic') {
    return (
      <Badge tone="ok" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
        BASIC ATTIVO
      </Badge>
    )
  }
  return (
    <Badge tone="diamond" icon={<Gem size={12} strokeWidth={2} aria-hidden />}>
      DIAMOND ATTIVO
    </Badge>
  )
}

function PlanFacts({ plan: { kind, until, days }, lastPaid }: { plan: PlanState; lastPaid: number | null }) {
  const facts: [string, ReactNode][] = []
  if (until !== null) facts.push([kind === 'none' ? 'Scaduto il' : 'Scadenza', format.date(until)])
  if (days !== null) facts.push(['Giorni residui', <DaysLeft key="days" days={days} />])
  if (lastPaid !== null) facts.push(['Ultimo pagamento', format.price(lastPaid)])
  if (facts.length === 0) {
    return (
      <p className="text-ui text-ink-2">
        Con Basic Leaderboard entri in classifica e colleghi l’Expert Advisor. Diamond aggiunge la vetrina personale.
      </p>
    )
  }
  return (
    <dl className="text-ui">
      {facts.map(([term, value]) => (
        <div key={term} className="flex justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
          <dt className="text-ink-2">{term}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DaysLeft({ days }: { days: number }) {
  if (days > warningDays) return format.days(days)
  return (
    <Badge tone="warn" icon={<Clock size={12} strokeWidth={2} aria-hidden />}>
      {format.days(days)}
    </Badge>
  )
}

const verbs = {
  none: { basic: 'Attiva', diamond: 'Attiva' },
  basic: { basic: 'Estendi', diamond: 'Upgrade a' },
  diamond: { basic: 'Estendi', diamond: 'Estendi' },
} as const

/**
 * Buttons of plans, the likeliest first: the last plan, one more of the running plan, or the one above. @param last the plan that
 * ran last
 */
function PlanActions({ kind, last }: { kind: PlanState['kind']; last: Tier | null }) {
  const first: Tier = kind === 'none' ? (last ?? 'basic') : 'diamond'
  const shown: readonly Tier[] =
    kind === 'diamond' ? ['diamond'] : first === 'basic' ? ['basic', 'diamond'] : ['diamond', 'basic']
  return shown.map((tier) => {
    const verb = kind === 'none' && tier === last ? 'Rinnova' : verbs[kind][tier]
    return (
      <ButtonLink
        key={tier}
        variant={tier === first && kind !== 'diamond' ? 'primary' : 'secondary'}
        wide
        href={subscribeAddress(tier)}
      >
        {tier === 'diamond' && kind !== 'diamond' && <Gem size={16} strokeWidth={1.75} aria-hidden />}
        {verb} {tier === 'basic' ? 'Basic' : 'Diamond'}
      </ButtonLink>
    )
  })
}
