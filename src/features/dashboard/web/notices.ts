import type { getDashboard } from '#features/dashboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type Dashboard = ResponseOf<typeof getDashboard>
type Warning = Dashboard['warnings'][number]

/** What stands above the figures. The advisor's card says itself what is wrong with plan and sync. */
const leads: Partial<Record<Warning['code'], string>> = {
  plan_expired: 'Piano scaduto.',
  plan_expiring: 'Piano in scadenza.',
  under_review: 'Conto in verifica.',
  review_upheld: 'Conto fuori classifica.',
  demo_account: 'Conto demo.',
  account_replaced: 'Conto diverso.',
}

export function noticesOf({ warnings }: Pick<Dashboard, 'warnings'>): (Warning & { lead: string })[] {
  return warnings.flatMap((warning) => {
    const lead = leads[warning.code]
    return lead === undefined ? [] : [{ ...warning, lead }]
  })
}

/** No account is bound, and the trader is nowhere in the ranking. */
export function isAccountWanted({ ea, current_rank: rank }: Pick<Dashboard, 'ea' | 'current_rank'>): boolean {
  return !ea.account_connected && rank === null
}
