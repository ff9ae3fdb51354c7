/** The parts of one opened case, and of one trader’s accounts, beyond the list of cases: one file. */
export { CaseDetail } from './CaseDetail.tsx'
export { TraderAccounts } from './trader/TraderAccounts.tsx'
export { TraderTools } from './trader/TraderTools.tsx'
