import { traderAddress } from '#shared/trader-address.ts'
import { Badge, DiamondBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Gem } from '#web/ui/later-icons.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import type { Dashboard } from './notices.ts'

// Loaded for admins alone. Its place is there before.
const AdminLink = lazyWithRetry(
  async () => (await import('#features/integrity/web/admin/AdminLink.tsx')).AdminLink,
  <span className="btn btn-secondary">Verifiche dei conti</span>,
)

/** The trader's identity, level and plan, and the link to the public page. */
export function Heading({ dashboard }: { dashboard: Dashboard }) {
  const { username, account, verification_level: level } = dashboard
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 tabIndex={-1}>Dashboard</h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ui text-ink-2">
          <Verification dashboard={dashboard} />
          <Diamond dashboard={dashboard} />
          <span className="[overflow-wrap:anywhere]">
            @{username}
            {account !== null && `, conto ${account.platform} ${kinds[account.trade_mode]}`}
          </span>
          <a href="/?view=account">Il tuo account</a>
          {level === 'L1' && <a href="#titolarita">Prova la titolarità</a>}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {dashboard.is_admin && <AdminLink />}
        {account !== null && <ButtonLink href={traderAddress(username)}>Vedi il profilo pubblico</ButtonLink>}
      </div>
    </div>
  )
}

const kinds = { real: 'reale', demo: 'demo', contest: 'da gara' }

/** The level, and whether a finding that is open or confirmed keeps the account out of the ranking. */
function Verification({
  dashboard: { verification_level: level, not_ranked_reasons: reasons },
}: {
  dashboard: Dashboard
}) {
  return (
    <>
      <LevelBadge level={level} />
      {reasons.includes('under_review') && <Badge tone="warn">Fuori classifica</Badge>}
    </>
  )
}

/** A trader who never had a plan reads nothing about a second one. */
function Diamond({ dashboard }: { dashboard: Dashboard }) {
  if (dashboard.is_diamond) return <DiamondBadge />
  if (dashboard.leaderboard_expires === null && dashboard.diamond_expires === null) return null
  return (
    <Badge tone="neutral" icon={<Gem size={12} strokeWidth={2} />}>
      Diamond non attivo
    </Badge>
  )
}
