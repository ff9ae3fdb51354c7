import { Eye } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import { Badge, DiamondBadge } from '#web/ui/Badge.tsx'
import { LazyUserMenu } from './LazyUserMenu.tsx'
import { planOf, type ListedUser } from './users.ts'
import { useUserDialog } from './useUserDialog.tsx'

export const NONE = '–'

/** `007`: at least three digits, so that the column is aligned. */
export const userNumber = ({ user_sequential_id: number }: ListedUser) =>
  number === null ? NONE : String(number).padStart(3, '0')

/** The end of the displayed plan. */
export function planEndText(user: ListedUser): string {
  const { expires } = planOf(user)
  return expires === null ? NONE : format.date(expires)
}

export function PlanBadge({ user }: { user: ListedUser }) {
  const { name, isOver } = planOf(user)
  return (
    <span className="inline-flex flex-wrap gap-1">
      {user.is_admin && name !== 'Amministratore' && <Badge tone="neutral">Amministratore</Badge>}
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
  if (user.account_number === '') return NONE
  return (
    <span>
      {user.broker_server}
      <span className="block figures text-ink-3">{user.account_number}</span>
    </span>
  )
}

export function PasswordCell({ user }: { user: ListedUser }) {
  const { open, dialog } = useUserDialog(user)
  if (user.investor_password === null) return NONE
  return (
    <span className="adm-secret">
      <span aria-hidden>{user.investor_password}</span>
      <button
        type="button"
        className="icon-button icon-button-sm"
        aria-haspopup="dialog"
        aria-label={`Mostra la password investitore di ${user.display_name}`}
        title="Mostra"
        onClick={() => open('reveal')}
      >
        <Eye size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {dialog}
    </span>
  )
}

export function MenuCell({ user }: { user: ListedUser }) {
  const { open, dialog } = useUserDialog(user)
  return (
    <>
      <LazyUserMenu user={user} onSelect={open} />
      {dialog}
    </>
  )
}
