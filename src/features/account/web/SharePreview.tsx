import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { use } from 'react'
import { traderAddress } from '#shared/trader-address.ts'
import { PageContext } from '#web/page.ts'
import { viewerQuery } from '#web/session.ts'
import type { AccountOwner } from '#features/account/viewer.ts'
import type { Profile } from './own-profile.ts'

/** Preview of a shared link to the profile: the name or the trader's text, and always the figures of the day. @param text null: none is written */
export function SharePreview({ profile, text }: { profile: Profile; text: string | null }) {
  const { origin } = use(PageContext)
  const { data: dashboard } = useQuery(viewerQuery<AccountOwner>())
  return (
    <figure className="m-0">
      <figcaption className="field-label">Anteprima</figcaption>
      <div className="rounded-md border border-line-2 bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
        <p className="text-ui font-semibold">
          {profile.display_name} (@{profile.username}) · TopTrader
        </p>
        <p className="mt-1 text-ui text-ink-2">
          {text ?? `${profile.display_name}.`}{' '}
          <i>Poi le cifre di quel giorno: ROI 90 giorni, Drawdown Max, rendimento dall’inizio e livello di verifica.</i>
        </p>
        <p className="mt-2 flex items-center gap-1.5 text-label text-ink-3">
          <Link2 size={14} strokeWidth={1.75} aria-hidden />
          {origin.replace(/^https?:\/\//, '')}
          {traderAddress(profile.username)}
        </p>
      </div>
      {dashboard?.account === null && (
        <p className="help">Il link funziona da quando colleghi un conto: fino ad allora il profilo non è pubblico.</p>
      )}
    </figure>
  )
}
