import type { CatalogueEntry } from '#features/subscriptions/catalogue.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Check } from './Check.tsx'
import { visitAnalytics } from '../texts.ts'

/** One Diamond plan. @param isBest the cheapest one for a month */
export function Offer({ plan, isBest }: { plan: CatalogueEntry; isBest: boolean }) {
  const { code, months, amount_usd: amount, monthly_equivalent: monthly, discount_percentage: discount } = plan
  const isYear = months === 12
  // The price reads as one figure: the currency is beside it in small type.
  const [figure = '', unit = ''] = format.price(amount).split(/\s/)
  return (
    <section className={`offer ${isBest ? 'is-best' : ''}`} aria-labelledby={`piano-${code}`}>
      <div className="flex items-center justify-between gap-3">
        <h2 id={`piano-${code}`}>Diamond {isYear ? 'annuale' : 'mensile'}</h2>
        {discount > 0 && <Badge tone="brass">Sconto {discount}%</Badge>}
      </div>
      <p className="offer-price mt-3.5">
        {figure}{' '}
        <small>
          {unit} {isYear ? 'all’anno' : 'al mese'}
        </small>
      </p>
      <p className="mt-2 text-ui text-ink-3">
        {isYear ? `Circa ${format.price(monthly)} al mese.` : 'Non si rinnova da solo.'}
      </p>
      <ul className="mt-4 mb-8 grid gap-3 text-ui text-ink-2 max-[820px]:mb-5">
        {[...gains, ...(isYear ? ['Risparmi quasi due mesi'] : [])].map((gain) => (
          <li key={gain} className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2.5">
            <Check size={16} className="mt-0.5 text-accent" />
            {gain}
          </li>
        ))}
      </ul>
      <ButtonLink
        className="mt-auto"
        variant={isBest ? 'primary' : 'secondary'}
        size="lg"
        wide
        href={`/?view=diamond-subscribe&plan=${code}`}
      >
        Attiva {isYear ? 'annuale' : 'mensile'}
      </ButtonLink>
    </section>
  )
}

const gains = ['Tutto quello che c’è in Basic', 'Vetrina personale con un suo indirizzo', visitAnalytics]
