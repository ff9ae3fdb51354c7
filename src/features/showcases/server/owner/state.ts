import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getMyShowcase } from '../../contract.ts'
import { isActive } from '../published/showcase.ts'
import { ownerRow } from '../queries.ts'
import type { Showcases } from '../service.ts'
import { moderationMessages, showcaseOf } from '../versions.ts'

type Mine = ResponseOf<typeof getMyShowcase>

const needsAccount = 'Per la vetrina serve un conto collegato: collega il tuo MetaTrader dalla dashboard.'
const needsDiamond = 'Per creare e modificare la vetrina serve un abbonamento Diamond attivo.'
const expired = 'Il tuo abbonamento Diamond è scaduto: la vetrina è conservata e torna visibile al rinnovo.'

/** The owner's state: rights, showcase and messages of moderators. `docs/showcases.md`, access. */
export async function myShowcase(
  { config, sql, clock }: Kernel,
  showcases: Pick<Showcases, 'preview' | 'figures'>,
  session: Session,
): Promise<Mine> {
  const { trader_id, is_admin } = session
  const owner = (await ownerRow(sql, trader_id)) ?? fail('UNAUTHENTICATED')
  const { username, display_name, bio, myfxbook_url, diamond_expires, email_awaited, has_connected_account } = owner
  const is_diamond = isActive(diamond_expires, clock.now())
  const has_access = is_diamond || is_admin
  const row = await showcaseOf(sql, trader_id)
  const shown = row && (await showcases.preview(row.showcase_id, { trader_id, is_admin: false }))
  const figures = (await showcases.figures(username))?.profile ?? null
  const hasExpired = !is_diamond && diamond_expires !== null
  const message = !has_access ? (hasExpired ? expired : needsDiamond) : has_connected_account ? null : needsAccount
  return {
    error: null,
    message,
    has_connected_account,
    sends_mail: config.SMTP_URL !== undefined,
    is_diamond,
    email_awaited,
    is_admin,
    has_access,
    trader_info: { trader_id, username, display_name, bio, myfxbook_url },
    kpi: {
      roi_percentage: figures?.performance.roi_percentage ?? null,
      roi_30_days: figures?.performance.roi_30 ?? null,
      drawdown_percentage: figures?.performance.drawdown_max ?? null,
      win_rate: figures?.performance.win_rate ?? null,
      total_trades: figures?.performance.total_trades ?? null,
      current_rank: figures?.current_rank ?? null,
    },
    showcase:
      row === null || shown === null
        ? null
        : {
            ...shown,
            version: row.latest_version,
            submitted_version: row.submitted_version,
            published_version: row.published_version,
            is_public: row.published_version !== null && is_diamond && !email_awaited,
            has_draft: row.latest_version !== row.submitted_version,
          },
    owner_preview: row !== null,
    moderation_messages: row === null ? [] : await moderationMessages(sql, row.showcase_id),
    diamond_status: { expired: hasExpired, expired_date: hasExpired ? diamond_expires : null },
    can_create_showcase: has_access && has_connected_account && row === null,
    can_edit_showcase: has_access && row !== null,
  }
}

/** Whether `myShowcase` gives its owner access; an unknown id has none. */
export async function hasAccess({ sql, clock }: Kernel, traderId: string): Promise<boolean> {
  const [row] = await sql<{ is_admin: boolean; diamond_expires: string | null }[]>`
    select is_admin, diamond_expires from trader join trader_plan using (trader_id)
     where trader_id = ${traderId} and deactivated_at is null`
  return row !== undefined && (row.is_admin || isActive(row.diamond_expires, clock.now()))
}
