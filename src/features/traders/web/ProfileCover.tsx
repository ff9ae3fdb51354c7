import { Crown, Hourglass, Scale } from 'lucide-react'
import { heldLabels } from '#features/integrity/level-texts.ts'
import { isProven } from '#features/integrity/levels/level.ts'
import * as format from '#shared/format/format.ts'
import { Badge, Connection, DiamondBadge } from '#web/ui/Badge.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { Avatar, Seal } from '#web/ui/Guilloche.tsx'
import { ProfileLinks } from './ProfileLinks.tsx'
import { BackLink } from './BackLink.tsx'
import { accountStatus } from './account-status.ts'
import type { Trader } from './types.ts'

/** The trader's identity, the proof of it, and the place in the register. */
export function ProfileCover({ trader }: { trader: Trader }) {
  return (
    <div className="cover">
      <div className="page pt-4 pb-9">
        <BackLink />
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)_320px] grid-rows-[auto_1fr] gap-x-10 max-[1139px]:grid-cols-[minmax(0,1fr)_240px] max-[820px]:block">
          <div className="col-start-1 row-start-1">
            <Identity trader={trader} />
          </div>
          <div className="col-start-2 row-span-2 row-start-1 -mt-11 self-start max-[820px]:mt-3.5">
            <Place trader={trader} />
          </div>
          <div className="col-start-1 row-start-2">
            <Badges trader={trader} />
            {trader.bio && <p className="lead mt-4 max-w-[680px] whitespace-pre-line break-words">{trader.bio}</p>}
            <ProfileLinks trader={trader} />
          </div>
        </div>
      </div>
    </div>
  )
}

function Identity({ trader }: { trader: Trader }) {
  return (
    <div className="flex items-center gap-6 max-[820px]:gap-3.5">
      <span className="shrink-0 max-[820px]:[&>.avatar]:size-16 max-[820px]:[&>.avatar]:text-[22px] max-[820px]:[&_svg]:size-full">
        <Avatar name={trader.display_name} size={104} image={trader.avatar?.medium ?? null} />
      </span>
      <div className="min-w-0 flex-1">
        <h1
          tabIndex={-1}
          className="break-words !text-[52px] !leading-[56px] max-[820px]:!text-[32px] max-[820px]:!leading-9"
        >
          {trader.display_name}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-ui text-ink-2">
          <span className="break-all">@{trader.username}</span>
          <span className="inline-flex items-center gap-2">
            {/* The name stands beside it: the picture adds nothing for screen readers. */}
            <span aria-hidden="true">
              <Flag code={trader.country} />
            </span>
            {format.country(trader.country)}
          </span>
          {accountStatus(trader) !== 'closed' && <Connection status={trader.status} />}
        </div>
      </div>
    </div>
  )
}

function Badges({ trader }: { trader: Trader }) {
  const status = accountStatus(trader)
  const account = trader.platform ?? 'Conto'
  return (
    <div className="mt-4 flex flex-wrap gap-1.5">
      <LevelBadge level={trader.verification_level} />
      {trader.held !== null && <Badge tone="warn">{heldLabels[trader.held]}</Badge>}
      {status === 'closed' && <Badge tone="neutral">{account}, conto chiuso</Badge>}
      {status === 'importing' && <Badge tone="neutral">In importazione</Badge>}
      {status === 'demo' && <Badge tone="demo">DATI DEMO</Badge>}
      {status === 'real' && (
        // Nothing is called verified without proven ownership, or while a finding is open or confirmed.
        <Badge tone="line">
          {account} {trader.held === null && isProven(trader.verification_level) ? 'verificato' : 'Real'}
        </Badge>
      )}
      {trader.is_diamond && <DiamondBadge />}
    </div>
  )
}

const crowns: Record<number, string> = { 1: 'text-crown-1', 2: 'text-crown-2', 3: 'text-crown-3' }

/** One seal, drawn once and scaled to the width of the screen. */
const sealScale =
  'max-[1139px]:[&>.seal]:text-[80px] max-[1139px]:[&>.seal>svg]:size-[220px] max-[820px]:[&>.seal]:text-[40px] max-[820px]:[&>.seal>svg]:size-[104px]'

/** The seal with the rank. Without one: an hourglass during the import, scales for an account that is not compared. */
function Place({ trader }: { trader: Trader }) {
  const { rank, ranked_traders: total, username } = trader
  const Waiting = accountStatus(trader) === 'importing' ? Hourglass : Scale
  return (
    <div
      className={`text-center max-[820px]:flex max-[820px]:items-center max-[820px]:gap-3.5 max-[820px]:text-left ${sealScale}`}
    >
      <Seal
        seed={username}
        rank={rank}
        size={300}
        icon={<Waiting className="size-[0.6em] text-ink-2" strokeWidth={1.25} aria-hidden />}
      />
      <div>
        <p className="mt-2 flex items-center justify-center gap-2 text-ui text-ink-2 max-[820px]:mt-0">
          {rank !== null && rank <= 3 && <Crown className={crowns[rank]} size={22} strokeWidth={1.75} aria-hidden />}
          {rank === null ? 'Fuori classifica' : `${format.count(rank)}ª posizione su ${format.count(total)} trader`}
        </p>
        {trader.rank_climb && <p className="text-ui text-ink-2">{trader.rank_climb}</p>}
      </div>
    </div>
  )
}
