import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import type { Buyer } from '#features/payments/viewer.ts'
import type { listCurrencies } from '../../contract.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import type { listPlans } from '#features/subscriptions/contract.ts'
import { q } from '#web/api.ts'
import { PageContext } from '#web/page.ts'
import { navigate, useUrl } from '#web/router.ts'
import { useToken, viewerQuery } from '#web/session.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { followedOrder, isUnderWay } from '../order-labels.ts'
import { CheckoutErrorBox } from './CheckoutErrorBox.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { CoinChoice } from './CoinChoice.tsx'
import { coinName, defaultCoin, fits } from './coins.ts'
import { expectedEnd } from './expected-end.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { PayAgainDialog } from './PayAgainDialog.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlansSkeleton } from './SubscribeStates.tsx'
import { useCheckout } from './useCheckout.ts'
import type { ViewModule } from '#web/view.ts'
import { subscribeHead } from './head.ts'

/** Prices change with a release, coins by the hour. */
const PLANS_FRESH_MS = 300_000
const COINS_FRESH_MS = MINUTE_MS

const texts: Record<Tier, { title: string; lead: string }> = {
  basic: {
    title: 'Basic Leaderboard',
    lead: 'La tua posizione in classifica e la sincronizzazione con l’Expert Advisor.',
  },
  diamond: {
    title: 'Diamond',
    lead: 'Tutto Basic Leaderboard, più la tua vetrina: una pagina con il tuo metodo, i tuoi link e le cifre del registro.',
  },
}

export const view: ViewModule = { screen: SubscribeView, head: ({ search }) => subscribeHead(tierOf(search)) }

/** Two views, one for each tier, are this module. */
const tierOf = (search: URLSearchParams): Tier => (search.get('view') === 'diamond-subscribe' ? 'diamond' : 'basic')

/** Plan, coin, summary and payment. The address holds the choice: signing in, a reload and going back find it again. */
export function SubscribeView() {
  const { search } = useUrl()
  const tier = tierOf(search)
  const { title, lead } = texts[tier]
  const signedIn = useToken() !== null
  const now = useNow()
  const payButton = useRef<HTMLDivElement>(null)
  const list = useQuery({ ...q<typeof listPlans>('GET /api/plans', {}), staleTime: PLANS_FRESH_MS })
  const own = useQuery({ ...viewerQuery<Buyer>(), enabled: signedIn, staleTime: MINUTE_MS })
  const underWay = (own.data?.subscription.recent_payments ?? []).filter(
    (payment) => payment.subscription_type === tier && isUnderWay(payment),
  )
  const ongoing = followedOrder(underWay)
  const checkout = useCheckout(underWay.some(({ status }) => status !== 'waiting'))
  const currencies = useQuery({
    ...q<typeof listCurrencies>('GET /api/crypto/supported-currencies', {}),
    // The coins come from the provider, and no server-rendered document waits for it.
    enabled: useHydrated(),
    staleTime: COINS_FRESH_MS,
  })

  const plans = list.data?.plans.filter((entry) => entry.tier === tier) ?? []
  const plan = plans.find(({ code }) => code === search.get('plan')) ?? plans[0]
  const coins = currencies.data?.coins ?? []
  const requested = coins.find(({ code }) => code === search.get('coin'))
  const price = plan?.amount_usd ?? 0
  const coin = requested !== undefined && fits(requested, price) ? requested : defaultCoin(coins, price)
  const coinNote =
    requested === undefined || coin === requested
      ? null
      : `${requested.name} non è disponibile per questo piano: ${coin === null ? 'scegli la valuta nella pagina del pagamento' : `ora paghi in ${coinName(coin)}`}.`
  const choose = (planCode: string, coinCode: string | null) =>
    navigate(subscribeAddress(tier, planCode, coinCode), { replace: true })
  const isUnread = own.data === undefined && own.error !== null
  const expected =
    plan === undefined || now === undefined || (signedIn && own.data === undefined && !isUnread)
      ? undefined
      : isUnread
        ? null
        : expectedEnd(plan.code, own.data ?? null, now)

  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead mt-2 max-w-[620px]">{lead}</p>
      <div className="mt-6 grid gap-4 empty:hidden">
        {checkout.error !== null && (
          <CheckoutErrorBox
            error={checkout.error}
            returnTo={subscribeAddress(tier, plan?.code, search.get('coin'))}
            onClear={() => {
              checkout.clear()
              payButton.current?.querySelector('button')?.focus()
            }}
          />
        )}
        {list.data === undefined && list.error !== null && (
          <QueryError
            lead="Listino non disponibile."
            error={list.error}
            isFetching={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {signedIn && isUnread && (
          <QueryError
            lead="Il tuo abbonamento non è disponibile."
            error={own.error}
            isFetching={own.isFetching}
            onRetry={() => void own.refetch()}
          />
        )}
      </div>
      {checkout.underWay !== null && plan !== undefined && (
        <PayAgainDialog
          underWay={checkout.underWay}
          onPayAgain={() => checkout.pay(plan.code, coin?.code ?? null, true)}
          onClose={checkout.dismiss}
        />
      )}
      {list.data === undefined && list.error === null && <PlansSkeleton />}
      {plan !== undefined && (
        <div className="main-side mt-6">
          <div className="grid gap-8">
            <PlanCards
              plans={plans}
              chosen={plan.code}
              isBusy={checkout.isBusy}
              onChoose={(code) => choose(code, search.get('coin'))}
            />
            <section aria-labelledby="valuta">
              <h2 className="ruled" id="valuta">
                In quale valuta vuoi pagare?
              </h2>
              <div className="mt-4">
                {currencies.isPending ? (
                  <CoinsSkeleton />
                ) : coins.length === 0 ? (
                  <p className="text-ink-2">
                    Scegli la valuta nella pagina del pagamento: qui l’elenco non è disponibile in questo momento.
                  </p>
                ) : (
                  <CoinChoice
                    coins={coins}
                    priceUsd={price}
                    chosen={coin}
                    isBusy={checkout.isBusy}
                    onChoose={(code) => choose(plan.code, code)}
                  />
                )}
              </div>
            </section>
          </div>
          <OrderSummary
            plan={plan}
            coin={currencies.isPending ? undefined : coin}
            expected={expected}
            coinNote={coinNote}
            isBusy={checkout.isBusy}
            onPay={() => checkout.pay(plan.code, coin?.code ?? null)}
            payButton={payButton}
            ongoing={ongoing}
          />
        </div>
      )}
    </main>
  )
}

function CoinsSkeleton() {
  return (
    <>
      <output className="sr-only">Caricamento valute...</output>
      <noscript>
        <p className="text-ink-2">L’elenco delle valute si vede con JavaScript.</p>
      </noscript>
      <div className="coins" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} className="skeleton h-[62px]" />
        ))}
      </div>
    </>
  )
}

/** The document's hour while the page hydrates, afterwards the moment at which the screen was opened. */
function useNow(): number | undefined {
  const [opened] = useState(Date.now)
  const { now } = use(PageContext)
  return useHydrated() ? opened : now
}
