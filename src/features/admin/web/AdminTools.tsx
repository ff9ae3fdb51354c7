import { Settings2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore, type ComponentProps } from 'react'
import { ClosedLine } from '#features/maintenance/web/ClosedLine.tsx'
import type { ViewerTools } from '#web/ui/frame/ViewerName.tsx'

const AdminPanel = lazy(async () => ({ default: (await import('./AdminPanel.tsx')).AdminPanel }))

/** Once opened, the panel stays mounted until the page goes. Closed, it keeps only its place. */
type Stage = 'unopened' | 'open' | 'closed'

let stage: Stage = 'unopened'
const listeners = new Set<() => void>()

function move(to: Stage): void {
  stage = to
  for (const listener of listeners) listener()
}

function useStage(): Stage {
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return useSyncExternalStore(
    subscribe,
    () => stage,
    () => 'unopened',
  )
}

/**
 * The entry to the panel, for admins: a button in the masthead, one in the phone menu, and the panel itself once. It stands outside the
 * views, so it stays open while they change.
 */
export function AdminTools({ place }: ComponentProps<ViewerTools>) {
  return place === 'masthead' ? <InMasthead /> : <InMenu />
}

const look = 'btn btn-secondary btn-sm'

function InMasthead() {
  const now = useStage()
  const button = useRef<HTMLButtonElement>(null)
  // Signing out closes the panel.
  useEffect(() => () => move('unopened'), [])
  const close = () => {
    move('closed')
    // On phones the button is in the menu, which closes: the menu's opener gets the focus.
    const opener = button.current?.checkVisibility() === true ? button.current : menuOpener()
    opener?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={look}
        aria-expanded={now === 'open'}
        onClick={() => (now === 'open' ? close() : move('open'))}
      >
        <Settings2 size={15} strokeWidth={1.75} aria-hidden />
        Pannello admin
      </button>
      <Suspense>
        <ClosedLine />
      </Suspense>
      {now !== 'unopened' && (
        <Suspense>
          <AdminPanel isOpen={now === 'open'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function menuOpener(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.phone-menu > summary')
}

function InMenu() {
  const open = () => {
    const menu = document.querySelector<HTMLDetailsElement>('.phone-menu')
    if (menu !== null) menu.open = false
    move('open')
  }
  return (
    <button type="button" className={`${look} mt-4 w-full`} onClick={open}>
      <Settings2 size={16} strokeWidth={1.75} aria-hidden />
      Pannello admin
    </button>
  )
}
