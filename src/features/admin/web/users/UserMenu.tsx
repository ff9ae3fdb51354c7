import { Menu } from '@base-ui/react/menu'
import { ExternalLink, Scale } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { opener } from './menu-opener.tsx'
import { actionsOn, type UserAction } from './user-actions.ts'
import type { ListedUser } from './users.ts'

export interface MenuProps {
  user: ListedUser
  onSelect: (action: UserAction) => void
}

/** The menu at the end of a user's row, open from the start. */
export function UserMenu({ user, onSelect }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone: the closed menu gives the focus back to this one.
  useLayoutEffect(() => trigger.current?.focus(), [])
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger ref={trigger} className={opener.className} aria-label={opener.label(user)} title="Azioni">
        {opener.icon}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="list-menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="list-menu">
            {user.has_profile && (
              <Menu.LinkItem className="list-menu-item" href={traderAddress(user.username)} closeOnClick>
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
                Profilo pubblico
              </Menu.LinkItem>
            )}
            <Menu.LinkItem
              className="list-menu-item"
              href={adminAddress('integrity', { trader: user.trader_id })}
              closeOnClick
            >
              <Scale size={16} strokeWidth={1.75} aria-hidden />
              Verifiche dei conti
            </Menu.LinkItem>
            {actionsOn(user).map(({ action, label, Icon, isDanger }) => (
              <Menu.Item
                key={action}
                className={isDanger ? 'list-menu-item is-danger' : 'list-menu-item'}
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
