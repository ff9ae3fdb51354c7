import { Alert } from '#web/ui/Alert.tsx'
import { Points } from './Points.tsx'
import type { Problem } from './connection-problem.ts'

/** The server's observations, and the points to check. */
export function ConnectionProblem({ problem }: { problem: Problem }) {
  return (
    <div className="grid gap-3">
      <Alert tone={problem.tone} lead={problem.lead}>
        {problem.text}
      </Alert>
      <Points texts={problem.checks} />
      <p className="text-ui">
        <a href="/how-it-works/index.html#problemi" target="_blank" rel="noopener">
          Tutti i messaggi di errore
        </a>
      </p>
    </div>
  )
}
