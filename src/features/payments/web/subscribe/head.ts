import { catalogue } from '#features/subscriptions/catalogue.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import { subscribeAddress, tierNames } from '#features/subscriptions/plan-names.ts'
import * as format from '#shared/format/format.ts'
import type { PageHead } from '#shared/page.ts'

/** Head of the page that sells one tier. Prices come from the catalogue. */
export function subscribeHead(tier: Tier): PageHead {
  const prices = catalogue().filter((plan) => plan.tier === tier)
  const from = prices.map(({ amount_usd: amount }) => format.price(amount))
  return {
    title: `${tierNames[tier]} · TopTrader`,
    description: `Scegli il piano ${tierNames[tier]} e paga in criptovaluta: ${from.join(', ')}. Nessun rinnovo automatico.`,
    canonical: subscribeAddress(tier),
  }
}
