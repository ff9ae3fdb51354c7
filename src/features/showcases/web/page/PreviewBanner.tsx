import type { Showcase } from '#features/showcases/contract.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** A banner over a page that is not public: its status, and the version that visitors see meanwhile. */
export function PreviewBanner({ showcase }: { showcase: Showcase }) {
  return (
    <div className="show-banner">
      <Alert tone="info" lead={`Anteprima: ${statusLabels[showcase.status]}.`}>
        {othersSee(showcase)}
      </Alert>
    </div>
  )
}

function othersSee({ published_at, trader_info, pending_changes }: Showcase): string {
  if (published_at === null) return 'La pagina non è ancora pubblica: la vedono solo il suo autore e la moderazione.'
  if (!trader_info.is_diamond) return 'Il piano Diamond non è attivo: la pagina torna pubblica quando viene rinnovato.'
  return pending_changes === null
    ? 'Gli altri vedono questa stessa pagina.'
    : 'Gli altri vedono la versione approvata: le modifiche mostrate qui aspettano ancora.'
}
