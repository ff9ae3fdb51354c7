import { Menu } from '@base-ui/react/menu'
import {
  CalendarPlus,
  CircleOff,
  Ellipsis,
  ExternalLink,
  RotateCcw,
  Scale,
  Ticket,
  Trash2,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { adminAddress } from '#features/admin/pages.ts'
import { hasPlan, type ListedUser } from './list.ts'

export type Act = 'reveal' | 'assign' | 'extend' | 'cancel' | 'deactivate' | 'restore' | 'erase'

interface MenuProps {
  user: ListedUser
  onAsk: (act: Act) => void
}

interface Entry {
  act: Act
  label: string
  Icon: LucideIcon
  isShown: boolean
  isDanger?: boolean
}

/** What can be done to a user; what could not be done is not offered. */
export function UserMenu({ user, onAsk }: MenuProps) {
  const isIn = user.deactivated_at === null
  const entries: Entry[] = [
    { act: 'assign', label: 'Assegna un piano', Icon: Ticket, isShown: isIn },
    { act: 'extend', label: 'Estendi', Icon: CalendarPlus, isShown: isIn && hasPlan(user) },
    { act: 'cancel', label: 'Cancella tutti gli abbonamenti', Icon: CircleOff, isShown: hasPlan(user) },
    { act: 'deactivate', label: 'Disattiva', Icon: UserX, isShown: isIn && !user.is_admin },
    { act: 'restore', label: 'Riattiva', Icon: RotateCcw, isShown: !isIn },
    { act: 'erase', label: 'Elimina definitivamente', Icon: Trash2, isShown: !user.is_admin, isDanger: true },
  ]
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="icon-button icon-button-sm"
        aria-label={`Azioni per ${user.display_name}`}
        title="Azioni"
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="adm-menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="adm-menu">
            {isIn && !user.is_admin && (
              <Menu.LinkItem
                className="adm-menu-item"
                href={`/trader/${encodeURIComponent(user.username)}`}
                closeOnClick
              >
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
                Profilo pubblico
              </Menu.LinkItem>
            )}
            <Menu.LinkItem className="adm-menu-item" href={adminAddress('integrity')} closeOnClick>
              <Scale size={16} strokeWidth={1.75} aria-hidden />
              Verifiche dei conti
            </Menu.LinkItem>
            {entries
              .filter(({ isShown }) => isShown)
              .map(({ act, label, Icon, isDanger }) => (
                <Menu.Item
                  key={act}
                  className={isDanger ? 'adm-menu-item is-danger' : 'adm-menu-item'}
                  onClick={() => onAsk(act)}
                >
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  {label}
                </Menu.Item>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
