import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { navigate, parseAddress, useAddress } from '#web/router.ts'
import { signOut, useToken } from '#web/session.ts'
import { ClosedPage } from './ClosedPage.tsx'
import { isSigningIn } from './signing-in.ts'
import { readStatus, watchStatus } from './watch.ts'
import { closedTitle } from '../screen-texts.ts'

interface ClosedOverlayProps {
  message: string
  /** Called when there is nothing to cover any more. */
  onEnd: () => void
}

/**
 * The closed site's page over an open one, which stays as it is beneath, with everything that was typed: when the site opens it goes
 * on. The session is left alone.
 */
export function ClosedOverlay({ message, onEnd }: ClosedOverlayProps) {
  const client = useQueryClient()
  const address = useAddress()
  const token = useToken()
  const [heldBy] = useState(token)
  const [said, setSaid] = useState(message)
  const [support, setSupport] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // The same answers decide after a sign-in. Another person may have access.
  const isOver = isSigningIn(parseAddress(address).search) || token !== heldBy
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  useEffect(
    () =>
      watchStatus(({ enabled, message: now }) => {
        if (enabled) return setSaid(now)
        onEnd()
        void client.invalidateQueries()
      }),
    [client, onEnd],
  )
  // Only the address is read: another instance may not know yet that the site is closed.
  useEffect(() => {
    const abort = new AbortController()
    void readStatus(abort.signal).then((status) => setSupport(status?.support_email ?? null))
    return () => abort.abort()
  }, [])
  // Before it leaves the page: afterwards the focus would be lost.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    // Only this way keeps the content beneath, dialogs too, out of reach and gives the focus back at the end.
    const open = () => {
      element.showModal()
      element.querySelector('h1')?.focus()
    }
    // The browser closes any dialog when Escape is pressed twice.
    element.addEventListener('close', open)
    open()
    return () => {
      element.removeEventListener('close', open)
      element.close()
    }
  }, [])
  useEffect(() => {
    const { title } = document
    document.title = closedTitle
    return () => {
      document.title = title
    }
  }, [])
  if (isOver) return null
  const signInHref = `/?view=auth&return=${encodeURIComponent(address)}`
  return createPortal(
    <dialog ref={dialog} className="closed-over" aria-labelledby={titleId} onCancel={(event) => event.preventDefault()}>
      <ClosedPage
        message={said}
        titleId={titleId}
        support={support}
        signInHref={signInHref}
        isSignedIn={token !== null}
        onSignIn={(event) => {
          if (token === null) return
          event.preventDefault()
          signOut()
          navigate(signInHref)
        }}
      />
    </dialog>,
    document.body,
  )
}
