import { LogOut, Menu, Moon, Sun, X } from '../icons.tsx'
import { Suspense, lazy, useEffect, useRef } from 'react'
import type { Viewer } from '#shared/viewer.ts'
import type { NavEntry } from '../../navigation.ts'
import { navigate, useAddress } from '../../router.ts'
import { signOut, useToken, useViewer } from '../../session.ts'
import { toggleTheme } from '../../theme.ts'
import { toast } from '../../toasts.ts'
import { ButtonLink } from '../Button.tsx'
import { Wordmark } from './Wordmark.tsx'
import type { ViewerTools } from './ViewerName.tsx'

// Only signed-in people need them.
const names = () => import('./ViewerName.tsx').catch(() => null)
const ViewerName = lazy(async () => ({ default: (await names())?.ViewerName ?? nothing }))
const ViewerCard = lazy(async () => ({ default: (await names())?.ViewerCard ?? nothing }))
/** A part that fails to load is left out: the page works without it. */
export const nothing = (_props: object) => null

interface MastheadProps {
  entries: readonly NavEntry[]
  signInHref: string | null
  tools: ViewerTools | undefined
}

/** Sugar-paper head of every page: wordmark, navigation, theme, session. */
export function Masthead({ entries, signInHref, tools }: MastheadProps) {
  const viewer = useViewer()
  const signedIn = useToken() !== null
  return (
    <header className="mast">
      <div className="page">
        <Wordmark />
        <nav className="nav" aria-label="Principale">
          <NavLinks entries={entries} />
        </nav>
        <div className="mast-end mast-wide">
          <ThemeButton className="icon-button" />
          {signedIn && <SignedIn viewer={viewer} tools={tools} />}
          {!signedIn && signInHref !== null && (
            <ButtonLink variant="primary" size="sm" href={signInHref}>
              Accedi/Registrati
            </ButtonLink>
          )}
        </div>
        <PhoneMenu entries={entries} viewer={viewer} signedIn={signedIn} signInHref={signInHref} tools={tools} />
      </div>
    </header>
  )
}

function NavLinks({ entries }: { entries: readonly NavEntry[] }) {
  return entries.map(({ label, href, current }) => (
    <a key={href} href={href} aria-current={current}>
      {label}
    </a>
  ))
}

/** Both words stand in the page; the class on `<html>` shows the right one before any script of ours runs. */
function ThemeButton({ className, words = false }: { className: string; words?: boolean }) {
  const wording = words ? '' : 'sr-only'
  return (
    <button type="button" className={className} onClick={toggleTheme}>
      <span className="theme-light">
        <Moon size={18} />
        <span className={wording}>Passa al tema scuro</span>
      </span>
      <span className="theme-dark">
        <Sun size={18} />
        <span className={wording}>Passa al tema chiaro</span>
      </span>
    </button>
  )
}

function leave() {
  signOut()
  navigate('/')
  toast('Sei uscito.', 'ok')
}

function SignedIn({ viewer, tools }: { viewer: Viewer | null; tools: ViewerTools | undefined }) {
  return (
    <>
      {viewer !== null && (
        <Suspense>
          <ViewerName viewer={viewer} tools={tools} />
        </Suspense>
      )}
      <button type="button" className="icon-button sign-out" aria-label="Logout" onClick={leave}>
        <LogOut size={18} />
        <span>Logout</span>
      </button>
    </>
  )
}

interface PhoneMenuProps extends MastheadProps {
  viewer: Viewer | null
  signedIn: boolean
}

const phone = '(max-width: 820px)'

/** Puts the page beneath the open menu out of reach: of the keyboard, of screen readers, and (`frame.css`) of scrolling. */
function shutPage(isShut: boolean) {
  for (const covered of document.querySelectorAll<HTMLElement>('.skip, main, .demo-banner, .foot'))
    covered.inert = isShut
}

/** The navigation on phones: a disclosure that covers the page, works without JavaScript, closes on Esc and after a choice. */
function PhoneMenu({ entries, viewer, signedIn, signInHref, tools }: PhoneMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const address = useAddress()
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const shown = useRef(address)
  useEffect(() => {
    // Only a move closes it: a menu that was opened before the scripts came stays open.
    if (shown.current === address) return
    shown.current = address
    close()
  }, [address])
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    shutPage(menu.current?.open === true)
    const width = window.matchMedia(phone)
    // A page that got wider shows no menu, nor a way to close it.
    const onWidth = () => {
      if (!width.matches) close()
    }
    document.addEventListener('keydown', onEscape)
    width.addEventListener('change', onWidth)
    return () => {
      document.removeEventListener('keydown', onEscape)
      width.removeEventListener('change', onWidth)
      shutPage(false)
    }
  }, [])
  return (
    <details className="phone-menu mast-end" ref={menu} onToggle={(event) => shutPage(event.currentTarget.open)}>
      <summary className="icon-button">
        <Menu className="when-closed" size={22} />
        <X className="when-open" size={22} />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="phone-sheet">
        <nav aria-label="Principale">
          <NavLinks entries={entries} />
        </nav>
        {viewer !== null && (
          <Suspense>
            <ViewerCard viewer={viewer} tools={tools} />
          </Suspense>
        )}
        <div className="mt-auto grid gap-3 pt-8">
          {!signedIn && signInHref !== null && (
            <ButtonLink variant="primary" href={signInHref}>
              Accedi/Registrati
            </ButtonLink>
          )}
          <ThemeButton className="btn btn-secondary" words />
          {signedIn && (
            <button type="button" className="btn btn-secondary" onClick={leave}>
              <LogOut />
              Logout
            </button>
          )}
        </div>
      </div>
    </details>
  )
}
