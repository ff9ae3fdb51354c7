import { Menu } from '@base-ui/react/menu'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { addressOf } from '../api.ts'
import { toastAdminError } from '../error-text.ts'
import { useAction } from '../hooks/useAction.ts'
import { Button } from './Button.tsx'

export interface ListFile {
  /** Address of the call: `/api/admin/users.csv`. */
  path: string
  query: Record<string, string>
  /** Name of the file, where the answer has none. */
  name: string
}

/** The values of the call's `dialect`. */
const dialects = [
  ['it', 'Per fogli di calcolo'],
  ['rfc4180', 'Per programmi (RFC 4180, UTC)'],
] as const

/** The ways to write the file of a list, open from the start. */
export function FileMenu({ path, query, name, children }: ListFile & { children: ReactNode }) {
  const { run, isBusy } = useAction(
    async (dialect: string) =>
      (await import('./upload/transfer.ts')).downloadFile(addressOf(path, { query: { ...query, dialect } }), name),
    { onError: toastAdminError },
  )
  const trigger = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone: the closed menu gives the focus back to this one.
  useLayoutEffect(() => trigger.current?.focus(), [])
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger ref={trigger} render={<Button size="sm" busy={isBusy && 'Preparazione...'} />}>
        {children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="list-menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="list-menu">
            {dialects.map(([dialect, label]) => (
              <Menu.Item key={dialect} className="list-menu-item" onClick={() => void run(dialect)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
