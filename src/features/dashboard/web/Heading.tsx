import { useQuery } from '@tanstack/react-query'
import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { AdminLink } from '#features/integrity/web/admin/AdminLink.tsx'
import { traderAddress } from '#features/traders/rules.ts'
import { q } from '#web/api.ts'
import { DiamondBadge, LevelBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { Dashboard } from './notices.ts'

/** Who this is, and the way to what others see. */
export function Heading({ dashboard }: { dashboard: Dashboard }) {
  const { trader_info: info, username, account } = dashboard
  // The cards on the verification keep this answer fresh.
  const own = useQuery(q<typeof getOwnIntegrity>('GET /api/account/integrity', {}))
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 tabIndex={-1}>Dashboard</h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ui text-ink-2">
          {own.data !== undefined && <LevelBadge level={own.data.level} />}
          {info.is_diamond && <DiamondBadge />}
          <span className="[overflow-wrap:anywhere]">
            {info.display_name}, @{username}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {dashboard.is_admin && <AdminLink />}
        {account !== null && <ButtonLink href={traderAddress(username)}>Vedi il profilo pubblico</ButtonLink>}
      </div>
    </div>
  )
}
