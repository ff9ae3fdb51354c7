import { catalogue } from '#features/subscriptions/catalogue.ts'
import { DiamondBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Certificate } from './Certificate.tsx'
import { Comparison } from './Comparison.tsx'
import { Offer } from './Offer.tsx'
import type { ViewModule } from '#web/view.ts'
import * as format from '#shared/format/format.ts'
import { monthlyFrom } from '../texts.ts'

const plans = catalogue().filter(({ tier }) => tier === 'diamond')
const least = Math.min(...plans.map((plan) => plan.monthly_equivalent))

export const view: ViewModule = {
  screen: DiamondInfoView,
  head() {
    // Prices come from the catalogue, here as on the page.
    const cheapest = catalogue().find(({ code }) => code === 'monthly')
    return {
      title: 'Diamond: la tua vetrina con i numeri del registro · TopTrader',
      description: `Una pagina tutta tua, con metodo, link e risultati del registro.${cheapest === undefined ? '' : ` ${monthlyFrom(format.price(cheapest.amount_usd))}`}`,
      canonical: '/?view=diamond-info',
    }
  },
}

/** The page about Diamond: its content, its price, and the differences from Basic. It is the same for all visitors, and complete without scripts. */
export function DiamondInfoView() {
  return (
    <main id="contenuto">
      <div className="cover">
        <div className="page grid grid-cols-[minmax(0,1fr)_420px] items-center gap-20 pt-13 pb-14 max-[1139px]:grid-cols-1 max-[820px]:pt-7 max-[820px]:pb-8">
          <div>
            <DiamondBadge />
            <h1 className="mt-4 max-w-[600px]" tabIndex={-1}>
              La tua vetrina, con i numeri del registro
            </h1>
            <p className="lead mt-4 max-w-[560px]">
              Diamond aggiunge alla classifica una pagina tutta tua: metodo, immagini, link e pulsanti per chi vuole
              copiarti. I testi sono tuoi, le cifre del registro.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <ButtonLink variant="primary" size="lg" href="#piani">
                Scegli il piano
              </ButtonLink>
              <ButtonLink size="lg" href="/?view=vetrine">
                Guarda una vetrina
              </ButtonLink>
            </div>
          </div>
          <Certificate />
        </div>
      </div>
      <div className="page page-body pt-10" id="piani">
        <div className="grid grid-cols-[1fr_1fr_1.35fr] gap-6 max-[1139px]:grid-cols-2 max-[820px]:grid-cols-1 [&>:last-child]:max-[1139px]:col-span-full">
          {plans.map((plan) => (
            <Offer key={plan.code} plan={plan} isBest={plan.monthly_equivalent === least} />
          ))}
          <Comparison />
        </div>
        <p className="mt-6 max-w-[720px] text-ui text-ink-3">
          Pagamenti in USDT/USD tramite un fornitore esterno di pagamenti in criptovaluta. I pagamenti sono definitivi e
          non sono previsti rimborsi, salvo i <a href="/refund/index.html">casi di legge</a>.
        </p>
      </div>
    </main>
  )
}
