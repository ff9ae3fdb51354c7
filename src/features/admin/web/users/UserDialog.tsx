import { LazyAssignDialog } from '../subscriptions/LazyAssignDialog.tsx'
import { ConfirmedAction } from './ConfirmedAction.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import type { UserAction } from './user-actions.ts'
import type { ListedUser } from './users.ts'

interface DialogProps {
  action: UserAction
  user: ListedUser
  onClose: () => void
}

/** The dialog before an action on a user. */
export function UserDialog({ action, user, onClose }: DialogProps) {
  if (action === 'reveal') return <RevealDialog user={user} onClose={onClose} />
  if (action === 'assign') return <LazyAssignDialog user={user} onClose={onClose} />
  if (action === 'extend') return <ExtendDialog user={user} onClose={onClose} />
  if (action === 'erase') return <EraseDialog user={user} onClose={onClose} />
  return <ConfirmedAction action={action} user={user} onClose={onClose} />
}
