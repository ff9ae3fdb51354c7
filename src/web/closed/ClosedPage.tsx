import { Lock, Wrench } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { Seal } from '#web/ui/Guilloche.tsx'

interface ClosedPageProps {
  /** The admins' message. */
  message: string
  titleId?: string
  /** Address for urgent mail; null where none is known. */
  support?: string | null
  signInHref: string
  /** The visitor is signed in and no admin: reads why the own session does not help. For a server's document the browser finds it out. */
  isSignedIn?: boolean
  onSignIn?: MouseEventHandler
}

/** The page of a closed site for all but admins: a document of its own, or over the open page. Draws without scripts. */
export function ClosedPage({ message, titleId, support, signInHref, isSignedIn = false, onSignIn }: ClosedPageProps) {
  return (
    <div className="closed">
      <p className="logo">
        <svg width="26" height="26" viewBox="0 0 26 26" fill="currentColor" aria-hidden="true">
          <path d="M1 2h24v7H1zM1 13h16v4H1zM1 21.5h9V23H1z" />
        </svg>
        TopTrader
      </p>
      <div className="closed-middle">
        <Seal seed="manutenzione" rank={null} size={220} icon={<Wrench size={54} strokeWidth={1.5} aria-hidden />} />
        <h1 id={titleId} tabIndex={-1}>
          {message}
        </h1>
        <p className="lead">
          I conti restano collegati: appena riapriamo, la classifica riprende dall’ultima sincronizzazione.
        </p>
        <p className="closed-hint" hidden={!isSignedIn}>
          Il tuo accesso resta valido, ma durante la manutenzione entrano solo gli amministratori. Con «Accesso
          amministratori» esci e accedi con un altro account.
        </p>
        <a className="btn btn-secondary" href={signInHref} onClick={onSignIn}>
          <Lock size={16} strokeWidth={1.75} aria-hidden />
          Accesso amministratori
        </a>
      </div>
      <p className="closed-foot">
        {support != null && (
          <>
            Per urgenze: <a href={`mailto:${support}`}>{support}</a>
          </>
        )}
      </p>
    </div>
  )
}
