import { ignoredIn } from '#features/leaderboard/ignored.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** A hand-made address: what it asks for in vain. The list below is without it. */
export function IgnoredParts({ search }: { search: URLSearchParams }) {
  const parts = ignoredIn(search)
  if (parts.length === 0) return null
  return (
    <div className="mt-4">
      <Alert tone="info" lead="Una parte dell’indirizzo non vale.">
        {`La classifica la ignora: ${parts.join(', ')}. Scegli i valori dal pulsante Filtri.`}
      </Alert>
    </div>
  )
}
