import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { use } from 'react'
import { traderAddress } from '#shared/trader-address.ts'
import { PageContext } from '#web/page.ts'
import { viewerQuery } from '#web/session.ts'
import type { AccountOwner } from '#features/account/viewer.ts'
import type { Profile } from './own-profile.ts'

/** Preview of a shared link to the profile. @param text null: the results stand in its place */
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
        <p className="mt-1 text-ui text-ink-2">{text ?? 'I tuoi risultati: ROI 90 giorni, win rate e operazioni.'}</p>
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
