import { Eye } from 'lucide-react'
import * as format from '#shared/format.ts'
import { Badge, DiamondBadge } from '#web/ui/Badge.tsx'
import { useAsking } from './asking.tsx'
import { planOf, type ListedUser } from './list.ts'
import { UserMenu } from './UserMenu.tsx'

// What the tab and the page show of a user.

export const none = '–'

/** `007`: three places at least, so that the column stands straight. */
export const numberOf = ({ user_sequential_id: number }: ListedUser) =>
  number === null ? none : String(number).padStart(3, '0')

/** The end of the plan that is shown. */
export function endOf(user: ListedUser): string {
  const { expires } = planOf(user)
  return expires === null ? none : format.date(expires)
}

export function PlanBadge({ user }: { user: ListedUser }) {
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

export function AccountCell({ user }: { user: ListedUser }) {
  if (user.account_number === '') return none
  return (
    <span>
      {user.broker_server}
      <span className="block figures text-ink-3">{user.account_number}</span>
    </span>
  )
}

export function PasswordCell({ user }: { user: ListedUser }) {
  const { ask, question } = useAsking(user, () => {})
  if (user.investor_password === null) return none
  return (
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
      {question}
    </span>
  )
}

export function MenuCell({ user, onGone }: { user: ListedUser; onGone: () => void }) {
  const { ask, question } = useAsking(user, onGone)
  return (
    <>
      <UserMenu user={user} onAsk={ask} />
      {question}
    </>
  )
}
