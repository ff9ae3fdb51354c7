import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { loadingFailed, loadingShowcase } from '#features/showcases/texts.ts'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

interface FrameProps {
  title?: string
  wide?: boolean
  children: ReactNode
}

export function Frame({ title = 'La mia Vetrina', wide = false, children }: FrameProps) {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>{title}</h1>
      <div className={`mt-6 ${wide ? 'max-w-[900px]' : 'max-w-[720px]'}`}>{children}</div>
    </main>
  )
}

/** The page's geometry while it loads. */
export function ShowcaseSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>La mia Vetrina</h1>
      <output className="mt-3 block text-ui text-ink-2">{loadingShowcase}</output>
      <span className="skeleton mt-6 h-[118px] max-[820px]:h-[196px]" />
      <div className="own-panels mt-6">
        <span className="skeleton h-[400px]" />
        <span className="skeleton h-[400px]" />
      </div>
    </main>
  )
}

const signIn = `/?view=auth&return=${encodeURIComponent('/?view=my-showcase')}`

/** Shown in place of a showcase that could not be read. */
export function ShowcaseError({ error }: { error: unknown }) {
  const { status, message } = readError(error)
  if (status === 401) {
    return (
      <Frame title="Login Richiesto">
        <p>Devi effettuare il login per accedere alla vetrina</p>
        <ButtonLink variant="primary" className="mt-5" href={signIn}>
          Accedi/Registrati
        </ButtonLink>
      </Frame>
    )
  }
  return (
    <Frame title="Errore Vetrina">
      <Alert tone="danger" lead={loadingFailed} live action={<Reload>Riprova</Reload>}>
        {message}
      </Alert>
    </Frame>
  )
}

function Reload({ children }: { children: string }) {
  return (
    <Button size="sm" onClick={() => window.location.reload()}>
      <RotateCw size={15} strokeWidth={1.75} aria-hidden />
      {children}
    </Button>
  )
}

/** Catches an error while rendering, so that it stays inside this view, and shows a sentence of its own. */
export class RenderError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Frame>
        <Alert
          tone="danger"
          lead="Errore nel caricamento della Vetrina"
          live
          action={<Reload>Ricarica la pagina</Reload>}
        >
          Quello che hai salvato è al sicuro.
        </Alert>
      </Frame>
    )
  }
}
