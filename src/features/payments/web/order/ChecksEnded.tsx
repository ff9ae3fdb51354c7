import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusTitle } from './focus-title.ts'

/** Shown after the last check: what happens without this page, and how to go on. */
export function ChecksEnded({ onResume }: { onResume: () => void }) {
  return (
    <Alert
      tone="warn"
      lead="Il monitoraggio è terminato."
      live
      action={
        <Button
          size="sm"
          onClick={() => {
            onResume()
            focusTitle()
          }}
        >
          Riprendi i controlli
        </Button>
      }
    >
      Non controlliamo più da questa pagina. Se paghi, il piano si attiva comunque da solo.
    </Alert>
  )
}
