import { Alert } from '#web/ui/Alert.tsx'
import { Points } from './Points.tsx'
import type { Trouble } from './troubles.ts'

/** What the server saw, and what to look at. */
export function Troubles({ trouble }: { trouble: Trouble }) {
  return (
    <div className="grid gap-3">
      <Alert tone={trouble.tone} lead={trouble.lead}>
        {trouble.text}
      </Alert>
      <Points texts={trouble.checks} />
      <p className="text-ui">
        <a href="/how-it-works/index.html#problemi" target="_blank" rel="noopener">
          Tutti i messaggi di errore
        </a>
      </p>
    </div>
  )
}
