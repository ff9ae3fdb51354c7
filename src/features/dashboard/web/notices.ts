import type { getDashboard } from '#features/dashboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type Dashboard = ResponseOf<typeof getDashboard>
type Warning = Dashboard['warnings'][number]

/** The notices above the figures. The advisor's card reports problems of the sync itself. */
const leads: Partial<Record<Warning['code'], string>> = {
  second_factor_missing: 'Attiva il secondo fattore.',
  email_unproven: 'Conferma il tuo indirizzo.',
  plan_expired: 'Piano scaduto.',
  plan_expiring: 'Piano in scadenza.',
  under_review: 'Conto in verifica.',
  review_upheld: 'Conto fuori classifica.',
  case_open: 'Verifica aperta.',
  demo_account: 'Conto demo.',
  account_replaced: 'Conto diverso.',
}

type Noticed = Pick<Dashboard, 'warnings' | 'ea' | 'current_rank'>
export type Notice = Pick<Warning, 'message'> & { code: Warning['code'] | 'account_missing'; lead: string }

/** Most urgent first. A trader without account and plan gets one notice about both: the plan comes first. */
export function noticesOf(dashboard: Noticed): Notice[] {
  const isMissing = needsAccount(dashboard)
  const notices = dashboard.warnings.flatMap(({ code, message }): Notice[] => {
    const lead = isMissing && code === 'plan_expired' ? accountLead : leads[code]
    return lead === undefined ? [] : [{ code, message, lead }]
  })
  if (!isMissing || notices.some(({ code }) => code === 'plan_expired')) return notices
  return [{ code: 'account_missing', lead: accountLead, message: accountSteps }, ...notices]
}

const accountLead = 'Account richiesto.'
const accountSteps =
  'Collega un conto MT4 o MT5: segui i passi qui sotto, bastano circa 10 minuti. Sei in classifica dalla prima operazione chiusa.'

/** No account is bound, and the trader is not in the ranking. */
function needsAccount({ ea, current_rank: rank }: Pick<Dashboard, 'ea' | 'current_rank'>): boolean {
  return !ea.account_connected && rank === null
}
