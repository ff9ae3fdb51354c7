import { CalendarPlus, CircleOff, RotateCcw, Ticket, Trash2, UserX, type LucideIcon } from 'lucide-react'
import { hasPlan, type ListedUser } from './list.ts'

export type Act = 'reveal' | 'assign' | 'extend' | 'cancel' | 'deactivate' | 'restore' | 'erase'

interface Entry {
  act: Act
  label: string
  Icon: LucideIcon
  isDanger?: boolean
}

/** What can be done to a user; what could not be done is not offered. */
export function actsOf(user: ListedUser): Entry[] {
  const isIn = user.deactivated_at === null
  const entries: (Entry & { isShown: boolean })[] = [
    { act: 'assign', label: 'Assegna un piano', Icon: Ticket, isShown: isIn },
    { act: 'extend', label: 'Estendi', Icon: CalendarPlus, isShown: isIn && hasPlan(user) },
    { act: 'cancel', label: 'Cancella tutti gli abbonamenti', Icon: CircleOff, isShown: hasPlan(user) },
    { act: 'deactivate', label: 'Disattiva', Icon: UserX, isShown: isIn && !user.is_admin },
    { act: 'restore', label: 'Riattiva', Icon: RotateCcw, isShown: !isIn },
    { act: 'erase', label: 'Elimina definitivamente', Icon: Trash2, isShown: !user.is_admin, isDanger: true },
  ]
  return entries.filter(({ isShown }) => isShown)
}

/** Whether the user has a page that anybody sees. */
export const hasProfile = (user: ListedUser) => user.deactivated_at === null && !user.is_admin
