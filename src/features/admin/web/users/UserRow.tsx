import { Badge } from '#web/ui/Badge.tsx'
import { AccountCell, MenuCell, PasswordCell, PlanBadge, endOf, numberOf } from './cells.tsx'
import type { ListedUser } from './list.ts'

interface RowProps {
  user: ListedUser
  /** The row is gone from the screen, and the keyboard with it. */
  onGone: () => void
}

/** One user of the tab, with what can be done. */
export function UserRow({ user, onGone }: RowProps) {
  return (
    <tr>
      <td className="figures">{numberOf(user)}</td>
      <th scope="row">
        <b>{user.display_name}</b> <span className="text-ink-3">@{user.username}</span>{' '}
        {user.deactivated_at !== null && <Badge tone="danger">Disattivato</Badge>}
        <span className="block text-ink-3">{user.email}</span>
      </th>
      <td>
        <PlanBadge user={user} />
      </td>
      <td className="figures">{endOf(user)}</td>
      <td>
        <AccountCell user={user} />
      </td>
      <td>
        <PasswordCell user={user} />
      </td>
      <td>
        <MenuCell user={user} onGone={onGone} />
      </td>
    </tr>
  )
}
