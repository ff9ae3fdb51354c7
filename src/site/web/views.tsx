import { lazy } from 'react'
import { leaderboardHead } from '#features/leaderboard/web/head.ts'
import { LeaderboardView } from '#features/leaderboard/web/LeaderboardView.tsx'
import type { FootMenu } from '#web/ui/frame/Footer.tsx'
import { nothing } from '#web/ui/frame/Masthead.tsx'
import type { View } from '#web/view.ts'
import type { viewSources } from './view-sources.ts'

/** A view that is fetched when it is needed: the first view carries its name, and nothing else of it. */
function lazyView(
  name: keyof typeof viewSources,
  access: View['access'],
  rest?: Pick<View, 'path' | 'nav' | 'navFor' | 'under'>,
): View {
  return { name, access, ...rest, load: () => import('./view-sources.ts').then((module) => module.viewSources[name]) }
}

/** Every view of the product, one line each, in the order of the navigation. `view-sources.ts` says where their modules are. */
export const views: readonly View[] = [
  {
    name: 'leaderboard',
    access: 'public',
    nav: 'Classifica',
    module: { screen: LeaderboardView, head: leaderboardHead },
  },
  lazyView('profile', 'public', { path: '/trader/:username', under: 'leaderboard' }),
  lazyView('compare', 'public', { path: '/confronta', under: 'leaderboard' }),
  lazyView('filters', 'public', { under: 'leaderboard' }),
  lazyView('vetrine', 'public', { nav: 'Vetrine Trader' }),
  lazyView('showcase', 'public', { path: '/vetrine/:showcase_id', under: 'vetrine' }),
  lazyView('registro', 'public', { path: '/registro/:username' }),
  lazyView('esci', 'public', { path: '/esci/:username/:link' }),
  lazyView('esci-vetrina', 'public', { path: '/vetrine/:showcase_id/esci/:position' }),
  lazyView('admin', 'user'),
  lazyView('auth', 'public'),
  lazyView('dashboard', 'user', { nav: 'Dashboard' }),
  lazyView('my-showcase', 'public', {
    nav: 'La mia Vetrina',
    navFor: ({ viewer }) => viewer?.is_diamond === true || viewer?.is_admin === true,
  }),
  lazyView('showcase-editor', 'user', { under: 'my-showcase' }),
  lazyView('account', 'user', { under: 'dashboard' }),
  lazyView('diamond-subscribe', 'public', {
    nav: 'Passa a Diamond',
    navFor: ({ viewer }) => viewer?.is_diamond === false && !viewer.is_admin,
  }),
  lazyView('basic-subscribe', 'public', {
    nav: 'Attiva Basic',
    navFor: ({ viewer }) => viewer?.subscription.access.leaderboard === false && !viewer.is_admin,
  }),
  lazyView('contacts', 'public'),
  lazyView('legal', 'public'),
  lazyView('payment', 'user'),
  lazyView('receipt', 'user'),
  lazyView('diamond-info', 'public', { nav: 'Diamond info', navFor: ({ signedIn }) => !signedIn }),
]

/** The frame's tools for admins, beside the name. Only admins load them. */
export const viewerTools = lazy(async () => ({
  default: (await import('#features/admin/web/AdminTools.tsx').catch(() => null))?.AdminTools ?? nothing,
}))

/** The dropdowns at the foot. */
export const footMenus: readonly FootMenu[] = [
  { label: 'Supporto', links: [['Contattaci', '/?view=contacts']] },
  {
    label: 'Legale',
    links: [
      ['Termini e Condizioni', '/terms/index.html'],
      ['Privacy', '/privacy/index.html'],
      ['Avviso sui rischi', '/risk/index.html'],
      ['Testi legali', '/?view=legal'],
    ],
  },
  {
    label: 'Informazioni',
    links: [
      ['Prezzi', '/pricing/index.html'],
      ['Come funziona', '/how-it-works/index.html'],
    ],
  },
]
