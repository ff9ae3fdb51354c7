import { useState, type ReactNode } from 'react'
import { LazyAssignDialog } from '../subscriptions/LazyAssignDialog.tsx'
import { ConfirmedAction } from './ConfirmedAction.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import type { UserAction } from './user-actions.ts'
import type { ListedUser } from './users.ts'

/** The dialog before an action on a user, and the function that opens it. It shows the user's data of that moment. */
export function useUserDialog(user: ListedUser): { open: (action: UserAction) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ action: UserAction; user: ListedUser } | null>(null)
  return {
    open: (action) => setOpened({ action, user }),
    dialog: opened !== null && <UserDialog {...opened} onClose={() => setOpened(null)} />,
  }
}

interface DialogProps {
  action: UserAction
  user: ListedUser
  onClose: () => void
}

function UserDialog({ action, user, onClose }: DialogProps) {
  if (action === 'reveal') return <RevealDialog user={user} onClose={onClose} />
  if (action === 'assign') return <LazyAssignDialog user={user} onClose={onClose} />
  if (action === 'extend') return <ExtendDialog user={user} onClose={onClose} />
  if (action === 'erase') return <EraseDialog user={user} onClose={onClose} />
  return <ConfirmedAction action={action} user={user} onClose={onClose} />
}
