import { queryOutcome, queryToken } from '#features/auth/link-address.ts'
import { getContacts } from '#features/contacts/contract.ts'
import { catalogue, planOf } from '#features/subscriptions/catalogue.ts'
import { filtersAddress, selectionOf } from '#features/leaderboard/page.ts'
import { listPlans } from '#features/subscriptions/contract.ts'
import type { Kernel } from '#server/kernel.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { adminPageOf } from '#shared/admin-pages.ts'
import { seed } from './seeds.ts'

/** The data that the document of a view at `/?view=NAME` is drawn from. The document is cached for a minute. */
export interface SeededView {
  seeds: (
    kernel: Pick<Kernel, 'config' | 'sql' | 'clock'>,
  ) => readonly SeededAnswer[] | Promise<readonly SeededAnswer[]>
  /** The parameters that change the document besides the view's name; none where absent. Others are dropped: strangers invent them. */
  parameters?: (search: URLSearchParams) => Record<string, string>
  /** False where there are too many addresses to cache a document of each; true where absent. */
  isCached?: (search: URLSearchParams) => boolean
  /** The screen draws a date that counts from now: the document has its hour. */
  isDated?: true
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
  // When a plan that is bought now ends.
  isDated: true,
}

/**
 * A page without answers, or whose answers only the browser requests, since they are of the person who is signed in.
 * @param parameter changes what the document shows; all others are the browser's
 */
const unseeded = (parameter?: string): SeededView => ({
  seeds: () => [],
  parameters: (search) => pick(search, parameter),
  isCached: (search) => parameter === undefined || !search.has(parameter),
})

const signInForms: readonly (string | null)[] = ['register', 'forgot', 'reset', 'confirm']

const signIn: SeededView = {
  seeds: () => [],
  parameters: (search) => ({
    ...(signInForms.includes(search.get('form')) && pick(search, 'form')),
    ...pick(search, 'return'),
    ...(search.get('form') === 'confirm' && confirmation(search)),
  }),
  // Every address may be the one to return to, and every link has a token of its own.
  isCached: (search) => !search.has('return') && !search.has('token'),
}

/** The link that confirms an address, and what a confirmation without scripts came to. */
function confirmation(search: URLSearchParams): Record<string, string> {
  const [token, outcome] = [queryToken(search), queryOutcome(search)]
  return { ...(token !== null && { token }), ...(outcome !== null && { outcome }) }
}

const admin: SeededView = {
  seeds: () => [],
  parameters: (search) => (adminPageOf(search) === null ? {} : pick(search, 'page')),
}

function pick(search: URLSearchParams, name: string | undefined): Record<string, string> {
  const value = name === undefined ? null : search.get(name)
  return name === undefined || value === null ? {} : { [name]: value }
}

/** One line for each view that has no parameter in its path, and shows no list of its own. Every other name is not found. */
export const seededViews: ReadonlyMap<string, SeededView> = new Map<string, SeededView>([
  ['diamond-info', plans],
  ['basic-subscribe', plans],
  ['diamond-subscribe', plans],
  ['auth', signIn],
  ['admin', admin],
  ['payment', unseeded('order')],
  ['receipt', unseeded('order')],
  ['dashboard', unseeded()],
  ['account', unseeded()],
  ['my-showcase', unseeded()],
  ['showcase-editor', unseeded()],
  [
    'filters',
    {
      seeds: () => [],
      parameters: (search) => Object.fromEntries(new URL(filtersAddress(selectionOf(search)), 'http://x').searchParams),
      // Every address is another choice.
      isCached: (search) => search.size === 0,
    },
  ],
  ['legal', unseeded()],
  ['contacts', { seeds: ({ config }) => [seed(getContacts, {}, { support_email: config.SUPPORT_EMAIL ?? null })] }],
])
