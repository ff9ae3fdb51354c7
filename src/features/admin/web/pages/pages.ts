import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AdminPageName } from '#shared/admin-pages.ts'
import { OpenCount } from '#features/contacts/web/admin/OpenCount.tsx'
import { WaitingCases } from '#features/integrity/web/admin/WaitingCases.tsx'
import { casesTitle } from '#features/integrity/web/admin/trader/trader-integrity.ts'
import { WaitingCount } from '#features/showcases/web/admin/WaitingCount.tsx'

export interface AdminPage {
  page: AdminPageName
  /** Renders its own `h1` at once, within the frame's `main`. */
  load: () => Promise<ComponentType>
  /** The document's title where the address leads to more than the page: pure, as a view's head. Undefined: the page's name. */
  title?: (search: URLSearchParams, answers: QueryClient) => string | undefined
  /** The number of waiting items, beside the name. */
  Count?: ComponentType
}

/** One line for each page, in the order of the navigation. */
export const pages: readonly AdminPage[] = [
  { page: 'users', load: async () => (await import('../users/UsersList.tsx')).UsersList },
  {
    page: 'payments',
    load: async () => (await import('../payments/PaymentsPage.tsx')).PaymentsPage,
  },
  {
    page: 'showcases',
    load: async () => (await import('#features/showcases/web/admin/ModerationList.tsx')).ModerationList,
    Count: WaitingCount,
  },
  {
    page: 'integrity',
    load: async () => (await import('../cases/CasesPage.tsx')).CasesPage,
    title: casesTitle,
    Count: WaitingCases,
  },
  {
    page: 'contacts',
    load: async () => (await import('#features/contacts/web/admin/InboxPage.tsx')).InboxPage,
    Count: OpenCount,
  },
  { page: 'system', load: async () => (await import('#features/system/web/page/SystemPage.tsx')).SystemPage },
  { page: 'audit', load: async () => (await import('../audit/AuditPage.tsx')).AuditPage },
]
