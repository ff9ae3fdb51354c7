import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { Tabs } from '@base-ui/react/tabs'
import { Coins, Maximize2, Minus, Store, Users, Wrench, X } from 'lucide-react'
import { Suspense, lazy, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { AdminLink } from '#features/integrity/web/admin/AdminLink.tsx'
import { MaintenanceBadge } from '#features/maintenance/web/MaintenanceBadge.tsx'
import { WaitingCount } from '#features/showcases/web/admin/WaitingCount.tsx'
import { parseAddress, useAddress } from '#web/router.ts'
import './admin.css'

interface Tab {
  value: string
  label: string
  icon: ReactNode
  Content: ComponentType<{ isCompact: true }>
  /** The number of waiting items, beside the label. */
  Count?: ComponentType
}

/** One line for each tab. A tab without content is not shown. */
const tabs: readonly Tab[] = [
  {
    value: 'utenti',
    label: 'Utenti',
    icon: <Users size={16} strokeWidth={1.75} aria-hidden />,
    Content: lazy(async () => ({ default: (await import('./users/UsersList.tsx')).UsersList })),
  },
  {
    value: 'pagamenti',
    label: 'Pagamenti',
    icon: <Coins size={16} strokeWidth={1.75} aria-hidden />,
    Content: lazy(async () => ({
      default: (await import('./payments/PaymentsPage.tsx')).PaymentsPage,
    })),
  },
  {
    value: 'manutenzione',
    label: 'Manutenzione',
    icon: <Wrench size={16} strokeWidth={1.75} aria-hidden />,
    Content: lazy(async () => ({
      default: (await import('./maintenance/MaintenanceTab.tsx')).MaintenanceTab,
    })),
  },
  {
    value: 'vetrine',
    label: 'Vetrine',
    icon: <Store size={16} strokeWidth={1.75} aria-hidden />,
    Content: lazy(async () => ({
      default: (await import('#features/showcases/web/admin/ModerationList.tsx')).ModerationList,
    })),
    Count: WaitingCount,
  },
]
const first = 'pagamenti'

const isOfAdmins = (address: string) => parseAddress(address).search.get('view') === 'admin'
const phone = '(max-width: 820px)'

/** The admins' tools, over a page that stays usable. The caller keeps it mounted while views change, and returns the focus. */
export function AdminPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isSmall, setSmall] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const address = useAddress()
  const [shownAt, setShownAt] = useState(address)
  if (shownAt !== address) {
    setShownAt(address)
    // On a phone the sheet would cover the page that was just opened. Everywhere it would cover the pages that the panel links to.
    if (window.matchMedia(phone).matches || (isOfAdmins(address) && !isOfAdmins(shownAt))) setSmall(true)
  }
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root
        open={isOpen}
        modal={false}
        disablePointerDismissal
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Dialog.Portal>
          <Dialog.Popup className={isSmall ? 'adm is-small' : 'adm'} initialFocus={title}>
            <div className="adm-head">
              <Dialog.Title ref={title} tabIndex={-1}>
                Pannello admin
              </Dialog.Title>
              <MaintenanceBadge />
              <span className="adm-buttons">
                <button
                  type="button"
                  className="icon-button"
                  aria-expanded={!isSmall}
                  aria-label={isSmall ? 'Espandi' : 'Riduci'}
                  onClick={() => setSmall(!isSmall)}
                >
                  {isSmall ? (
                    <Maximize2 size={17} strokeWidth={1.75} aria-hidden />
                  ) : (
                    <Minus size={18} strokeWidth={1.75} aria-hidden />
                  )}
                </button>
                <Dialog.Close className="icon-button" aria-label="Chiudi">
                  <X size={20} strokeWidth={1.75} aria-hidden />
                </Dialog.Close>
              </span>
            </div>
            <div className="adm-content" hidden={isSmall}>
              <Tabs.Root className="adm-tabs" defaultValue={first}>
                <div className="adm-bar">
                  <Tabs.List className="adm-list" aria-label="Sezioni" activateOnFocus>
                    {tabs.map(({ value, label, icon, Count }) => (
                      <Tabs.Tab key={value} value={value} className="adm-tab">
                        {icon}
                        {label}
                        {Count !== undefined && <Count />}
                      </Tabs.Tab>
                    ))}
                  </Tabs.List>
                  <AdminLink />
                </div>
                {tabs.map(({ value, Content }) => (
                  <Tabs.Panel key={value} value={value} className="adm-body">
                    <Suspense fallback={<output className="skeleton adm-wait">Caricamento...</output>}>
                      <Content isCompact />
                    </Suspense>
                  </Tabs.Panel>
                ))}
              </Tabs.Root>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
