import authStyle from '#features/auth/web/auth.css?url'
import dashboardStyle from '#features/dashboard/web/dashboard.css?url'
import integrityStyle from '#features/integrity/web/integrity.css?url'
import { leaderboardHead } from '#features/leaderboard/page.ts'
import { LeaderboardView } from '#features/leaderboard/web/LeaderboardView.tsx'
import profileStyle from '#features/traders/web/profile.css?url'
import type { FootMenu } from '#web/ui/Footer.tsx'
import { screenComponent } from '#web/view.ts'
import type { View } from '#web/view.ts'
import type { namings } from './heads.ts'

/** Titles and descriptions of all views but the first are one chunk. */
const named = (name: keyof typeof namings) => async () => (await import('./heads.ts')).namings[name]

/**
 * Every view of the product: one entry each. A `screen` ships with the first view, a `load` as a chunk of its own (the
 * server has all of them at hand), with its `naming`; its `style` holds the utilities that only it uses. `nav` puts it into the
 * navigation.
 */
export const views: readonly View[] = [
  { name: 'leaderboard', access: 'public', nav: 'Classifica', screen: LeaderboardView, head: leaderboardHead },
  {
    name: 'profile',
    path: '/trader/:username',
    access: 'public',
    under: 'leaderboard',
    load: async () => {
      const { ProfileView } = await import('#features/traders/web/ProfileView.tsx')
      return screenComponent(({ username = '' }) => <ProfileView username={username} />)
    },
    style: profileStyle,
    naming: named('profile'),
  },
  {
    name: 'registro',
    path: '/registro/:username',
    access: 'public',
    load: async () => (await import('#features/integrity/web/ledger/LedgerView.tsx')).LedgerView,
    style: integrityStyle,
    naming: named('registro'),
  },
  {
    name: 'admin-integrity',
    access: 'user',
    load: async () => (await import('#features/integrity/web/admin/CasesView.tsx')).CasesView,
    style: integrityStyle,
    naming: named('admin-integrity'),
  },
  {
    name: 'auth',
    access: 'public',
    load: async () => (await import('#features/auth/web/AuthView.tsx')).AuthView,
    style: authStyle,
    naming: named('auth'),
  },
  {
    name: 'dashboard',
    access: 'user',
    nav: 'Dashboard',
    load: async () => (await import('#features/dashboard/web/DashboardView.tsx')).DashboardView,
    style: dashboardStyle,
    naming: named('dashboard'),
  },
]

const supportLinks = [{ view: 'contacts', label: 'Contattaci' }]

/** The dropdowns at the foot; one whose pages do not exist is left out. */
export const footMenus: readonly FootMenu[] = [
  {
    label: 'Supporto',
    links: supportLinks
      .filter(({ view }) => views.some(({ name }) => name === view))
      .map(({ view, label }) => ({ label, href: `/?view=${view}` })),
  },
  {
    label: 'Legale',
    links: [
      { label: 'Termini e condizioni', href: '/terms/index.html' },
      { label: 'Privacy', href: '/privacy/index.html' },
      { label: 'Rischi', href: '/risk/index.html' },
    ],
  },
  {
    label: 'Informazioni',
    links: [
      { label: 'Prezzi', href: '/pricing/index.html' },
      { label: 'Come funziona', href: '/how-it-works/index.html' },
    ],
  },
].filter(({ links }) => links.length > 0)
