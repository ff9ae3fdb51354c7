import { ignoredIn } from '#features/leaderboard/ignored.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** A hand-made address: what it asks for in vain. The list below is without it. */
export function IgnoredParts({ search }: { search: URLSearchParams }) {
  const parts = ignoredIn(search)
  return parts.length === 0 ? null : <Ignored parts={parts} />
}

/** @param parts none where they are not known */
export function Ignored({ parts = [] }: { parts?: readonly string[] }) {
  return (
    <div className="mt-4">
      <Alert tone="info" lead="Una parte dell’indirizzo non vale.">
        {parts.length === 0
          ? 'La classifica la ignora.'
          : `La classifica la ignora: ${parts.join(', ')}. Scegli i valori dal pulsante Filtri.`}
      </Alert>
    </div>
  )
}
