import accountStyle from '#features/account/web/account.css?url'
import adminStyle from '#features/admin/web/pages/pages.css?url'
import authStyle from '#features/auth/web/auth.css?url'
import contactsStyle from '#features/contacts/web/contacts.css?url'
import dashboardStyle from '#features/dashboard/web/dashboard.css?url'
import ledgerStyle from '#features/traders/web/ledger/ledger.css?url'
import paymentsStyle from '#features/payments/web/payments.css?url'
import showcaseEditorStyle from '#features/showcases/web/editor/editor.css?url'
import ownShowcaseStyle from '#features/showcases/web/own/own.css?url'
import gridStyle from '#features/showcases/web/grid/grid.css?url'
import showcaseStyle from '#features/showcases/web/page/page.css?url'
import diamondStyle from '#features/subscriptions/web/diamond.css?url'
import profileStyle from '#features/traders/web/profile.css?url'
import { screenComponent } from '#web/view.ts'
import type { RouteModule } from '#web/view.ts'
import { metas } from './heads.ts'

/**
 * What every view but the first is made of, by its name: one chunk, asked for with the first of them. Each screen is a chunk of
 * its own (the server has all of them at hand); `style` holds the utilities that only it uses, `source` names the
 * module that `loadScreen` imports.
 */
export const screens = {
  profile: {
    source: 'src/features/traders/web/ProfileView.tsx',
    loadScreen: async () => {
      const { ProfileView } = await import('#features/traders/web/ProfileView.tsx')
      return screenComponent(({ username = '' }) => <ProfileView username={username} />)
    },
    style: profileStyle,
    ...metas.profile,
  },
  vetrine: {
    source: 'src/features/showcases/web/grid/ShowcasesView.tsx',
    loadScreen: async () => (await import('#features/showcases/web/grid/ShowcasesView.tsx')).ShowcasesView,
    style: gridStyle,
    ...metas.vetrine,
  },
  showcase: {
    source: 'src/features/showcases/web/page/ShowcaseView.tsx',
    loadScreen: async () => {
      const { ShowcaseView } = await import('#features/showcases/web/page/ShowcaseView.tsx')
      return screenComponent(({ showcase_id: id = '' }) => <ShowcaseView showcaseId={id} />)
    },
    style: showcaseStyle,
    ...metas.showcase,
  },
  registro: {
    source: 'src/features/traders/web/ledger/LedgerView.tsx',
    loadScreen: async () => (await import('#features/traders/web/ledger/LedgerView.tsx')).LedgerView,
    style: ledgerStyle,
    ...metas.registro,
  },
  admin: {
    source: 'src/features/admin/web/pages/AdminView.tsx',
    loadScreen: async () => (await import('#features/admin/web/pages/AdminView.tsx')).AdminView,
    style: adminStyle,
    ...metas.admin,
  },
  auth: {
    source: 'src/features/auth/web/AuthView.tsx',
    loadScreen: async () => (await import('#features/auth/web/AuthView.tsx')).AuthView,
    style: authStyle,
    ...metas.auth,
  },
  dashboard: {
    source: 'src/features/dashboard/web/DashboardView.tsx',
    loadScreen: async () => (await import('#features/dashboard/web/DashboardView.tsx')).DashboardView,
    style: dashboardStyle,
    ...metas.dashboard,
  },
  'my-showcase': {
    source: 'src/features/showcases/web/own/MyShowcaseView.tsx',
    loadScreen: async () => (await import('#features/showcases/web/own/MyShowcaseView.tsx')).MyShowcaseView,
    style: ownShowcaseStyle,
    ...metas['my-showcase'],
  },
  'showcase-editor': {
    source: 'src/features/showcases/web/editor/EditorView.tsx',
    loadScreen: async () => (await import('#features/showcases/web/editor/EditorView.tsx')).EditorView,
    style: showcaseEditorStyle,
    ...metas['showcase-editor'],
  },
  account: {
    source: 'src/features/account/web/AccountView.tsx',
    loadScreen: async () => (await import('#features/account/web/AccountView.tsx')).AccountView,
    style: accountStyle,
    ...metas.account,
  },
  contacts: {
    source: 'src/features/contacts/web/ContactsView.tsx',
    loadScreen: async () => (await import('#features/contacts/web/ContactsView.tsx')).ContactsView,
    style: contactsStyle,
    ...metas.contacts,
  },
  'diamond-info': {
    source: 'src/features/subscriptions/web/DiamondInfoView.tsx',
    loadScreen: async () => (await import('#features/subscriptions/web/DiamondInfoView.tsx')).DiamondInfoView,
    style: diamondStyle,
    ...metas['diamond-info'],
  },
  'basic-subscribe': {
    source: 'src/features/payments/web/subscribe/BasicSubscribeView.tsx',
    loadScreen: async () =>
      (await import('#features/payments/web/subscribe/BasicSubscribeView.tsx')).BasicSubscribeView,
    style: paymentsStyle,
    ...metas['basic-subscribe'],
  },
  'diamond-subscribe': {
    source: 'src/features/payments/web/subscribe/DiamondSubscribeView.tsx',
    loadScreen: async () =>
      (await import('#features/payments/web/subscribe/DiamondSubscribeView.tsx')).DiamondSubscribeView,
    style: paymentsStyle,
    ...metas['diamond-subscribe'],
  },
  payment: {
    source: 'src/features/payments/web/order/PaymentView.tsx',
    loadScreen: async () => (await import('#features/payments/web/order/PaymentView.tsx')).PaymentView,
    style: paymentsStyle,
    ...metas['payment'],
  },
  receipt: {
    source: 'src/features/payments/web/order/ReceiptView.tsx',
    loadScreen: async () => (await import('#features/payments/web/order/ReceiptView.tsx')).ReceiptView,
    style: paymentsStyle,
    ...metas['receipt'],
  },
} satisfies Record<string, RouteModule>
