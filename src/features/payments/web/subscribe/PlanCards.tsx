import { Check, LoaderCircle } from 'lucide-react'
import { useId } from 'react'
import type { CatalogueEntry } from '#features/subscriptions/catalogue.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { periodNames } from '#features/subscriptions/plan-names.ts'
import { openingPayment } from '../texts.ts'

/** A plan of the price list. */
export type Priced = Omit<CatalogueEntry, 'code'> & { code: string }

interface PlanCardsProps {
  plans: readonly Priced[]
  chosen: string
  onChoose: (code: string) => void
  /** True while the chosen plan's invoice is being made. */
  isBusy: boolean
}

/** One radio for each plan; the whole card is its label. */
export function PlanCards({ plans, chosen, onChoose, isBusy }: PlanCardsProps) {
  return (
    <fieldset className="plans" role="radiogroup" aria-label="Piano">
      {plans.map((plan) => (
        <PlanCard
          key={plan.code}
          plan={plan}
          isChosen={plan.code === chosen}
          isBusy={isBusy}
          onChoose={() => onChoose(plan.code)}
        />
      ))}
    </fieldset>
  )
}

interface PlanCardProps {
  plan: Priced
  isChosen: boolean
  isBusy: boolean
  onChoose: () => void
}

function PlanCard({ plan, isChosen, isBusy, onChoose }: PlanCardProps) {
  const id = useId()
  const isOpening = isBusy && isChosen
  return (
    <div className={isChosen ? 'plan is-chosen' : 'plan'}>
      <div className="flex items-start justify-between gap-2.5">
        <h2 id={`${id}-name`}>{periodNames[plan.months] ?? format.counted(plan.months, 'mese', 'mesi')}</h2>
        {plan.discount_percentage > 0 && (
          <Badge tone="brass">Sconto {format.sharePercent(plan.discount_percentage, 0)}</Badge>
        )}
      </div>
      <p className="plan-price" id={`${id}-price`}>
        {format.decimal(plan.amount_usd)} <small>USDT</small>
      </p>
      <p className="mt-2 text-ui text-ink-3" id={`${id}-note`}>
        {plan.months === 1 ? 'Un mese alla volta.' : `Circa ${format.price(plan.monthly_equivalent)} al mese.`}
      </p>
      <label className="btn btn-secondary plan-pick" aria-busy={isOpening || undefined}>
        <input
          type="radio"
          name="piano"
          value={plan.code}
          checked={isChosen}
          disabled={isBusy}
          onChange={onChoose}
          aria-labelledby={`${id}-name ${id}-pick`}
          aria-describedby={`${id}-price ${id}-note`}
        />
        {isOpening ? (
          <>
            <LoaderCircle className="spin" size={16} strokeWidth={1.75} aria-hidden />
            <span id={`${id}-pick`}>{openingPayment}</span>
          </>
        ) : (
          <>
            {isChosen && <Check size={16} strokeWidth={2.25} aria-hidden />}
            <span id={`${id}-pick`}>{isChosen ? 'Scelto' : 'Scegli'}</span>
          </>
        )}
      </label>
    </div>
  )
}
