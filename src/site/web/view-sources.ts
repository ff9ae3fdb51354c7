import accountStyle from '#features/account/web/account.css?url'
import adminStyle from '#features/admin/web/pages/pages.css?url'
import authStyle from '#features/auth/web/auth.css?url'
import contactsStyle from '#features/contacts/web/contacts.css?url'
import dashboardStyle from '#features/dashboard/web/dashboard.css?url'
import filtersStyle from '#features/leaderboard/web/filters/filters.css?url'
import paymentsStyle from '#features/payments/web/payments.css?url'
import editorStyle from '#features/showcases/web/editor/editor.css?url'
import gridStyle from '#features/showcases/web/grid/grid.css?url'
import ownShowcaseStyle from '#features/showcases/web/own/own.css?url'
import showcaseStyle from '#features/showcases/web/page/page.css?url'
import diamondStyle from '#features/subscriptions/web/diamond.css?url'
import compareStyle from '#features/traders/web/compare/compare.css?url'
import profileStyle from '#features/traders/web/profile.css?url'
import type { LoadedView, ViewSource } from '#web/view.ts'
import smallViewsStyle from './small-views.css?url'

/** `…View.tsx` of the features, each a chunk of its own. The first view is in the entry chunk, the cases are a part of the admin's. */
const modules = import.meta.glob<LoadedView>([
  '../../features/*/web/**/*View.tsx',
  '!**/LeaderboardView.tsx',
  '!**/CasesView.tsx',
])

/**
 * @param path of the module in `src/features`
 * @param group of the build that holds it, where it has no file of its own
 */
function source(path: string, style = smallViewsStyle, group?: string): ViewSource {
  const load = modules[`../../features/${path}`]
  if (load === undefined) throw new Error(`There is no view ${path}`)
  return { load, path: group ?? `src/features/${path}`, style }
}

/** The origin of every view but the first, one line each: its module, and its style sheet where `small-views.css` is not enough. */
export const viewSources = {
  account: source('account/web/AccountView.tsx', accountStyle),
  admin: source('admin/web/pages/AdminView.tsx', adminStyle, 'admin'),
  auth: source('auth/web/AuthView.tsx', authStyle),
  'basic-subscribe': source('payments/web/subscribe/SubscribeView.tsx', paymentsStyle),
  compare: source('traders/web/compare/CompareView.tsx', compareStyle),
  contacts: source('contacts/web/ContactsView.tsx', contactsStyle),
  dashboard: source('dashboard/web/DashboardView.tsx', dashboardStyle),
  'diamond-info': source('subscriptions/web/DiamondInfoView.tsx', diamondStyle),
  'diamond-subscribe': source('payments/web/subscribe/SubscribeView.tsx', paymentsStyle),
  'my-showcase': source('showcases/web/own/MyShowcaseView.tsx', ownShowcaseStyle),
  esci: source('traders/web/leaving/LeavingView.tsx'),
  'esci-vetrina': source('showcases/web/leaving/ButtonLeavingView.tsx'),
  filters: source('leaderboard/web/filters/FiltersView.tsx', filtersStyle, 'filters'),
  legal: source('legal/web/LegalView.tsx'),
  payment: source('payments/web/order/PaymentView.tsx', paymentsStyle),
  profile: source('traders/web/ProfileView.tsx', profileStyle),
  receipt: source('payments/web/order/ReceiptView.tsx', paymentsStyle),
  registro: source('traders/web/ledger/LedgerView.tsx'),
  showcase: source('showcases/web/page/ShowcaseView.tsx', showcaseStyle),
  'showcase-editor': source('showcases/web/editor/EditorView.tsx', editorStyle),
  vetrine: source('showcases/web/grid/ShowcasesView.tsx', gridStyle),
}
