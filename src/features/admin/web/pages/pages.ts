import type { ComponentType } from 'react'
import type { AdminPageName } from '#features/admin/pages.ts'

export interface AdminPage {
  page: AdminPageName
  /** Draws its own `h1`, at once; within the frame's `main`. */
  load: () => Promise<ComponentType>
  /** Beside the name: how much of it waits. */
  Count?: ComponentType
}

/** One line a page, in the order of the navigation; what has no line yet is not shown. */
export const pages: readonly AdminPage[] = [
  { page: 'users', load: async () => (await import('../users/UsersPage.tsx')).UsersPage },
  {
    page: 'integrity',
    load: async () => (await import('#features/integrity/web/admin/CasesView.tsx')).CasesView,
  },
]
