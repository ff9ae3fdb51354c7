import { BadgeCheck } from 'lucide-react'
import { traderAddress } from '#features/traders/rules.ts'
import { Badge, DiamondBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { Dashboard } from './notices.ts'

/** Who this is, and the way to what others see. */
export function Heading({ dashboard }: { dashboard: Dashboard }) {
  const { trader_info: info, username, account } = dashboard
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 tabIndex={-1}>Dashboard</h1>
        <p className="mt-3 flex flex-wrap items-center gap-1.5 text-ui text-ink-2">
          <Badge
            tone={info.is_ea_verified ? 'verified' : 'neutral'}
            icon={<BadgeCheck size={12} strokeWidth={2} aria-hidden />}
          >
            {info.is_ea_verified ? 'Verificato' : 'Non verificato'}
          </Badge>
          {info.is_diamond && <DiamondBadge />}
          <span className="ml-1.5 [overflow-wrap:anywhere]">
            {info.display_name}, @{username}
          </span>
        </p>
      </div>
      {account !== null && <ButtonLink href={traderAddress(username)}>Vedi il profilo pubblico</ButtonLink>}
    </div>
  )
}
