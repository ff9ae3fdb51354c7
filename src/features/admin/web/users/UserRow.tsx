import { Eye } from 'lucide-react'
import { useState } from 'react'
import * as format from '#shared/format.ts'
import { Badge, DiamondBadge } from '#web/ui/Badge.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { ConfirmedAct } from './ConfirmedAct.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { planOf, type ListedUser } from './list.ts'
import { RevealDialog } from './RevealDialog.tsx'
import { UserMenu, type Act } from './UserMenu.tsx'

const none = '–'

interface RowProps {
  user: ListedUser
  /** The row is gone from the screen, and the keyboard with it. */
  onGone: () => void
}

/** One user, with what can be done. The question is about the user as it was asked. */
export function UserRow({ user, onGone }: RowProps) {
  const [asked, setAsked] = useState<{ act: Act; user: ListedUser } | null>(null)
  const { expires } = planOf(user)
  const close = () => setAsked(null)
  const ask = (act: Act) => setAsked({ act, user })
  return (
    <tr>
      <td className="figures">{user.user_sequential_id === null ? none : number(user.user_sequential_id)}</td>
      <th scope="row">
        <b>{user.display_name}</b> <span className="text-ink-3">@{user.username}</span>{' '}
        {user.deactivated_at !== null && <Badge tone="danger">Disattivato</Badge>}
        <span className="block text-ink-3">{user.email}</span>
      </th>
      <td>
        <PlanBadge user={user} />
      </td>
      <td className="figures">{expires === null ? none : format.date(expires)}</td>
      <td>
        {user.account_number === '' ? (
          none
        ) : (
          <>
            {user.broker_server}
            <span className="block figures text-ink-3">{user.account_number}</span>
          </>
        )}
      </td>
      <td>
        {user.investor_password === null ? (
          none
        ) : (
          <span className="adm-secret">
            <span aria-hidden>{user.investor_password}</span>
            <button
              type="button"
              className="icon-button icon-button-sm"
              aria-haspopup="dialog"
              aria-label={`Mostra la password investitore di ${user.display_name}`}
              title="Mostra"
              onClick={() => ask('reveal')}
            >
              <Eye size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </span>
        )}
      </td>
      <td>
        <UserMenu user={user} onAsk={ask} />
        {asked !== null && <Asked {...asked} onClose={close} onGone={onGone} />}
      </td>
    </tr>
  )
}

/** `007`: three places at least, so that the column stands straight. */
const number = (sequential: number) => String(sequential).padStart(3, '0')

function PlanBadge({ user }: { user: ListedUser }) {
  const { name, isOver } = planOf(user)
  return (
    <span className="inline-flex flex-wrap gap-1">
      {user.is_admin && name !== 'Admin' && <Badge tone="neutral">Admin</Badge>}
      {name === 'Diamond' ? (
        <DiamondBadge />
      ) : isOver ? (
        <Badge tone="danger">{name} scaduto</Badge>
      ) : (
        <Badge tone={name === 'Basic' ? 'info' : 'neutral'}>{name}</Badge>
      )}
    </span>
  )
}

interface AskedProps {
  act: Act
  user: ListedUser
  onClose: () => void
  onGone: () => void
}

function Asked({ act, user, onClose, onGone }: AskedProps) {
  if (act === 'reveal') return <RevealDialog user={user} onClose={onClose} />
  if (act === 'assign') return <AssignDialog user={user} onClose={onClose} />
  if (act === 'extend') return <ExtendDialog user={user} onClose={onClose} />
  if (act === 'erase') return <EraseDialog user={user} onClose={onClose} onGone={onGone} />
  return <ConfirmedAct act={act} user={user} onClose={onClose} />
}
