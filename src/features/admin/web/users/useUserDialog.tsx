import { useState, type ReactNode } from 'react'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import type { UserAction } from './user-actions.ts'
import type { ListedUser } from './users.ts'

const UserDialog = lazyWithRetry(async () => (await import('./UserDialog.tsx')).UserDialog)

/** The dialog before an action on a user, and the function that opens it. It shows the user's data of that moment. */
export function useUserDialog(user: ListedUser): { open: (action: UserAction) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ action: UserAction; user: ListedUser } | null>(null)
  return {
    open: (action) => setOpened({ action, user }),
    dialog: opened !== null && <UserDialog {...opened} onClose={() => setOpened(null)} />,
  }
}
