import accountStyle from '#features/account/web/account.css?url'
import adminStyle from '#features/admin/web/pages/pages.css?url'
import authStyle from '#features/auth/web/auth.css?url'
import contactsStyle from '#features/contacts/web/contacts.css?url'
import dashboardStyle from '#features/dashboard/web/dashboard.css?url'
import integrityStyle from '#features/integrity/web/integrity.css?url'
import paymentsStyle from '#features/payments/web/payments.css?url'
import showcaseEditorStyle from '#features/showcases/web/editor/editor.css?url'
import ownShowcaseStyle from '#features/showcases/web/own/own.css?url'
import gridStyle from '#features/showcases/web/grid/grid.css?url'
import showcaseStyle from '#features/showcases/web/page/page.css?url'
import diamondStyle from '#features/subscriptions/web/diamond.css?url'
import profileStyle from '#features/traders/web/profile.css?url'
import { screenComponent } from '#web/view.ts'
import type { ViewParts } from '#web/view.ts'
import { namings } from './heads.ts'

/**
 * What every view but the first is made of, by its name: one chunk, asked for with the first of them. Each screen is a chunk of
 * its own (the server has all of them at hand); its `style` holds the utilities that only it uses, `source` names the module of
 * its `load`.
 */
export const screens = {
  profile: {
    source: 'src/features/traders/web/ProfileView.tsx',
    load: async () => {
      const { ProfileView } = await import('#features/traders/web/ProfileView.tsx')
      return screenComponent(({ username = '' }) => <ProfileView username={username} />)
    },
    style: profileStyle,
    ...namings.profile,
  },
  vetrine: {
    source: 'src/features/showcases/web/grid/ShowcasesView.tsx',
    load: async () => (await import('#features/showcases/web/grid/ShowcasesView.tsx')).ShowcasesView,
    style: gridStyle,
    ...namings.vetrine,
  },
  showcase: {
    source: 'src/features/showcases/web/page/ShowcaseView.tsx',
    load: async () => {
      const { ShowcaseView } = await import('#features/showcases/web/page/ShowcaseView.tsx')
      return screenComponent(({ showcase_id: id = '' }) => <ShowcaseView showcaseId={id} />)
    },
    style: showcaseStyle,
    ...namings.showcase,
  },
  registro: {
    source: 'src/features/integrity/web/ledger/LedgerView.tsx',
    load: async () => (await import('#features/integrity/web/ledger/LedgerView.tsx')).LedgerView,
    style: integrityStyle,
    ...namings.registro,
  },
  admin: {
    source: 'src/features/admin/web/pages/AdminView.tsx',
    load: async () => (await import('#features/admin/web/pages/AdminView.tsx')).AdminView,
    style: adminStyle,
    ...namings.admin,
  },
  auth: {
    source: 'src/features/auth/web/AuthView.tsx',
    load: async () => (await import('#features/auth/web/AuthView.tsx')).AuthView,
    style: authStyle,
    ...namings.auth,
  },
  dashboard: {
    source: 'src/features/dashboard/web/DashboardView.tsx',
    load: async () => (await import('#features/dashboard/web/DashboardView.tsx')).DashboardView,
    style: dashboardStyle,
    ...namings.dashboard,
  },
  'my-showcase': {
    source: 'src/features/showcases/web/own/MyShowcaseView.tsx',
    load: async () => (await import('#features/showcases/web/own/MyShowcaseView.tsx')).MyShowcaseView,
    style: ownShowcaseStyle,
    ...namings['my-showcase'],
  },
  'showcase-editor': {
    source: 'src/features/showcases/web/editor/EditorView.tsx',
    load: async () => (await import('#features/showcases/web/editor/EditorView.tsx')).EditorView,
    style: showcaseEditorStyle,
    ...namings['showcase-editor'],
  },
  account: {
    source: 'src/features/account/web/AccountView.tsx',
    load: async () => (await import('#features/account/web/AccountView.tsx')).AccountView,
    style: accountStyle,
    ...namings.account,
  },
  contacts: {
    source: 'src/features/contacts/web/ContactsView.tsx',
    load: async () => (await import('#features/contacts/web/ContactsView.tsx')).ContactsView,
    style: contactsStyle,
    ...namings.contacts,
  },
  'diamond-info': {
    source: 'src/features/subscriptions/web/DiamondInfoView.tsx',
    load: async () => (await import('#features/subscriptions/web/DiamondInfoView.tsx')).DiamondInfoView,
    style: diamondStyle,
    ...namings['diamond-info'],
  },
  'basic-subscribe': {
    source: 'src/features/payments/web/subscribe/BasicSubscribeView.tsx',
    load: async () => (await import('#features/payments/web/subscribe/BasicSubscribeView.tsx')).BasicSubscribeView,
    style: paymentsStyle,
    ...namings['basic-subscribe'],
  },
  'diamond-subscribe': {
    source: 'src/features/payments/web/subscribe/DiamondSubscribeView.tsx',
    load: async () => (await import('#features/payments/web/subscribe/DiamondSubscribeView.tsx')).DiamondSubscribeView,
    style: paymentsStyle,
    ...namings['diamond-subscribe'],
  },
  payment: {
    source: 'src/features/payments/web/order/PaymentView.tsx',
    load: async () => (await import('#features/payments/web/order/PaymentView.tsx')).PaymentView,
    style: paymentsStyle,
    ...namings['payment'],
  },
  receipt: {
    source: 'src/features/payments/web/order/ReceiptView.tsx',
    load: async () => (await import('#features/payments/web/order/ReceiptView.tsx')).ReceiptView,
    style: paymentsStyle,
    ...namings['receipt'],
  },
} satisfies Record<string, ViewParts>
