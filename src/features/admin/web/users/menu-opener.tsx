import { Ellipsis } from 'lucide-react'
import type { ListedUser } from './users.ts'

/** The button of a user's menu, before and after the menu is loaded. */
export const opener = {
  className: 'icon-button icon-button-sm',
  label: (user: ListedUser) => `Azioni per ${user.display_name}`,
  icon: <Ellipsis size={18} strokeWidth={1.75} aria-hidden />,
}
