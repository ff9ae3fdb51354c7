import { CalendarPlus, CircleOff, MailCheck, RotateCcw, Ticket, Trash2, UserX, type LucideIcon } from 'lucide-react'
import { hasPlan, type ListedUser } from './users.ts'

export type UserAction =
  | 'reveal'
  | 'assign'
  | 'extend'
  | 'cancel'
  | 'confirm_email'
  | 'deactivate'
  | 'restore'
  | 'erase'

interface Entry {
  action: UserAction
  label: string
  Icon: LucideIcon
  isDanger?: boolean
}

/** The actions that the product accepts on a user. */
export function actionsOn(user: ListedUser): Entry[] {
  const isIn = user.deactivated_at === null
  const entries: (Entry & { isShown: boolean })[] = [
    { action: 'assign', label: 'Assegna un piano', Icon: Ticket, isShown: isIn },
    { action: 'extend', label: 'Estendi', Icon: CalendarPlus, isShown: isIn && hasPlan(user) },
    { action: 'cancel', label: 'Annulla tutti gli abbonamenti', Icon: CircleOff, isShown: hasPlan(user) },
    {
      action: 'confirm_email',
      label: 'Conferma l’email',
      Icon: MailCheck,
      isShown: isIn && user.email_proof !== 'proven',
    },
    { action: 'deactivate', label: 'Disattiva', Icon: UserX, isShown: isIn && !user.is_admin },
    { action: 'restore', label: 'Riattiva', Icon: RotateCcw, isShown: !isIn },
    { action: 'erase', label: 'Elimina definitivamente', Icon: Trash2, isShown: !user.is_admin, isDanger: true },
  ]
  return entries.filter(({ isShown }) => isShown)
}
