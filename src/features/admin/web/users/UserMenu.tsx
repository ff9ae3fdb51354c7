import { Menu } from '@base-ui/react/menu'
import { Ellipsis, ExternalLink, Scale } from 'lucide-react'
import { adminAddress } from '#shared/admin-pages.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { actionsOn, hasProfile, type UserAction } from './user-actions.ts'
import type { ListedUser } from './users.ts'

interface MenuProps {
  user: ListedUser
  onSelect: (action: UserAction) => void
}

/** The menu at the end of a user's row. */
export function UserMenu({ user, onSelect }: MenuProps) {
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
            {hasProfile(user) && (
              <Menu.LinkItem className="adm-menu-item" href={traderAddress(user.username)} closeOnClick>
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
                Profilo pubblico
              </Menu.LinkItem>
            )}
            <Menu.LinkItem
              className="adm-menu-item"
              href={adminAddress('integrity', { trader: user.trader_id })}
              closeOnClick
            >
              <Scale size={16} strokeWidth={1.75} aria-hidden />
              Verifiche dei conti
            </Menu.LinkItem>
            {actionsOn(user).map(({ action, label, Icon, isDanger }) => (
              <Menu.Item
                key={action}
                className={isDanger ? 'adm-menu-item is-danger' : 'adm-menu-item'}
                onClick={() => onSelect(action)}
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
