import { useState } from 'react'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { opener } from './menu-opener.tsx'
import type { UserMenu } from './UserMenu.tsx'

const Menu = lazyWithRetry(
  async () => (await import('./UserMenu.tsx')).UserMenu,
  <span className={opener.className}>{opener.icon}</span>,
)

/** The menu at the end of a user's row. Its script loads when its button gets the pointer or the focus. The first press opens it. */
export function LazyUserMenu(props: Parameters<typeof UserMenu>[0]) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <Menu {...props} />
  return (
    <button
      type="button"
      className={opener.className}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={opener.label(props.user)}
      title="Azioni"
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      onClick={() => setWanted(true)}
    >
      {opener.icon}
    </button>
  )
}
