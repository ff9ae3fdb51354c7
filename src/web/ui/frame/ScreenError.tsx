import { Component } from 'react'
import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'
import { Button } from '../Button.tsx'

/**
 * Shows an error in drawing, or a chunk that did not load, inside the frame. Trying again asks for the document: after a release the old
 * page's chunks are gone, and the new document names the new ones.
 */
export class ScreenError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page pt-12" id="contenuto">
        <Alert
          tone="danger"
          lead="Non siamo riusciti a mostrare questa pagina."
          action={
            <Button size="sm" onClick={() => window.location.reload()}>
              Riprova
            </Button>
          }
          live
        >
          Controlla la connessione e riprova.
        </Alert>
      </main>
    )
  }
}
