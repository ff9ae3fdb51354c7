import { getContacts } from '#features/contacts/contract.ts'
import { catalogue, planOf } from '#features/subscriptions/catalogue.ts'
import { listPlans } from '#features/subscriptions/contract.ts'
import type { Kernel } from '#server/kernel.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { seed } from './seeds.ts'

/** The data that the document of a view at `/?view=NAME` is drawn from. The document is cached for a minute. */
export interface SeededView {
  seeds: (
    kernel: Pick<Kernel, 'config' | 'sql' | 'clock'>,
  ) => readonly SeededAnswer[] | Promise<readonly SeededAnswer[]>
  /** The parameters that change the page besides the view's name; none where absent. */
  parameters?: (search: URLSearchParams) => Record<string, string>
  /** False where there are too many addresses to cache a document of each; true where absent. */
  isCached?: (search: URLSearchParams) => boolean
}

/** The page of plans and prices: the address may choose a plan and a coin. */
const plans: SeededView = {
  seeds: () => [seed(listPlans, {}, { plans: catalogue() })],
  parameters(search) {
    const plan = planOf(search.get('plan') ?? '')
    const coin = search.get('coin')
    return { ...(plan !== null && { plan: plan.code }), ...(coin !== null && { coin }) }
  },
  // There are hundreds of coins.
  isCached: (search) => !search.has('coin'),
}

/** One line for each public view that requests answers, has no parameter in its path, and shows no list of its own. */
export const seededViews: ReadonlyMap<string, SeededView> = new Map<string, SeededView>([
  ['diamond-info', plans],
  ['basic-subscribe', plans],
  ['diamond-subscribe', plans],
  ['contacts', { seeds: ({ config }) => [seed(getContacts, {}, { support_email: config.SUPPORT_EMAIL ?? null })] }],
])
