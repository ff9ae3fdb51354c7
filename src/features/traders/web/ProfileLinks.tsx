import { CopyCheck, Globe, Store } from 'lucide-react'
import { leavingAddress } from '#shared/trader-address.ts'
import { tradersLink } from '#web/outside-link.ts'
import { BrandIcon, type Brand } from '#web/ui/BrandIcon.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { whyNoCopyLink } from './texts.ts'
import type { Trader } from './types.ts'

const brands: readonly { field: Brand; label: string }[] = [
  { field: 'telegram', label: 'Telegram' },
  { field: 'instagram', label: 'Instagram' },
  { field: 'twitter', label: 'Twitter' },
  { field: 'tiktok', label: 'TikTok' },
]

/** The calls to action: each link that exists, the showcase when it is public, what a visitor can do on every profile, social links. */
export function ProfileLinks({ trader }: { trader: Trader }) {
  const { copy_trading_link, telegram_link, showcase_id, trader_links: links } = trader
  const social = brands.flatMap(({ field, label }) => {
    const href = links?.[field]
    const isShownAbove = field === 'telegram' && href === telegram_link
    return href && !isShownAbove ? [{ field, label, href }] : []
  })
  const hasSocial = social.length > 0 || Boolean(links?.website)
  return (
    <>
      {!copy_trading_link && <p className="mt-4 max-w-[680px] text-ui text-ink-2">{whyNoCopyLink(trader)}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {copy_trading_link && (
          <ButtonLink
            className="max-[820px]:flex-1"
            variant="primary"
            size="lg"
            href={leavingAddress(trader.username, 'copy-trading')}
            {...tradersLink}
          >
            <CopyCheck size={18} strokeWidth={1.75} aria-hidden />
            Copia questo Trader
          </ButtonLink>
        )}
        {telegram_link && (
          <ButtonLink
            className="max-[820px]:flex-1"
            size="lg"
            href={leavingAddress(trader.username, 'telegram')}
            {...tradersLink}
          >
            <BrandIcon brand="telegram" size={18} />
            Telegram
          </ButtonLink>
        )}
        {showcase_id !== null && (
          <ButtonLink className="max-[820px]:flex-1" size="lg" href={`/vetrine/${showcase_id}`}>
            <Store size={18} strokeWidth={1.75} aria-hidden />
            Guarda la vetrina
          </ButtonLink>
        )}
        <ProfileActions trader={trader} />
      </div>
      {hasSocial && (
        <div className="mt-4 flex flex-wrap gap-2">
          {social.map(({ field, label, href }) => (
            <ButtonLink key={field} size="sm" href={href} {...tradersLink}>
              <BrandIcon brand={field} size={14} />
              {label}
            </ButtonLink>
          ))}
          {links?.website && (
            <ButtonLink size="sm" href={leavingAddress(trader.username, 'website')} {...tradersLink}>
              <Globe size={15} strokeWidth={1.75} aria-hidden />
              Sito web
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}
