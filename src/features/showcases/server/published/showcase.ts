import { isComparedPage } from '#features/integrity/level-texts.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { myfxbookHost } from '#features/traders/own-links.ts'
import { readPerformance } from '#features/traders/server/performance.ts'
import { readProfile } from '#features/traders/server/service.ts'
import { Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { avatarOf } from '#shared/avatar.ts'
import { dayOfText, dayText, utcDay } from '#shared/dates.ts'
import type { Showcase } from '../../contract.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import { readContent } from '../../rules/content.ts'
import type { OwnedRow } from '../queries.ts'

const growthDays = 90
const symbolsShown = 5

/** A trader's verified figures, made by the code of the profile: both pages show the same. The same object until they change. */
export interface Figures {
  profile: ReturnType<Awaited<ReturnType<typeof readProfile>>>
  performance: ReturnType<Awaited<ReturnType<typeof readPerformance>>['answer']>
  style: Pick<Showcase, 'trading_style' | 'risk_level'>
  growth: Growth
}
type Growth = NonNullable<Showcase['verified']>['growth']

/** Finds a trader's figures; null without a profile, which a trader has once a plan ran and an account synced. */
export type FindFigures = (username: string) => Promise<Figures | null>

/** Reads verified figures, cached until the ranking or the account changes. */
export function createFigures(leaderboard: Pick<Leaderboard, 'traderCache'>): FindFigures {
  const find = leaderboard.traderCache(async (evaluated, sql) => {
    const { trading_style, risk_level } = evaluated.trader.entry
    // The queries share one connection, so they run one after the other.
    const readyProfile = await readProfile(evaluated, sql)
    const { answer: readyPerformance } = await readPerformance(evaluated, sql)
    return ({ placement }): Figures => {
      const performance = readyPerformance(placement)
      const growth = growthOf(performance.daily, utcDay(evaluated.now))
      return { profile: readyProfile(placement), performance, style: { trading_style, risk_level }, growth }
    }
  })
  return async (username) => {
    try {
      return await find(username)
    } catch (error) {
      if (error instanceof Failure && error.code === 'TRADER_NOT_FOUND') return null
      throw error
    }
  }
}

/** The register's figures, as a card and a page show them; all null for an owner without a profile. */
export const shownPerformance = (figures: Showcase['performance'] | null): Pick<Showcase, 'kpi' | 'performance'> => ({
  kpi: { roi_30_days: figures?.roi_30 ?? null, win_rate: figures?.win_rate ?? null },
  performance: {
    roi_percentage: figures?.roi_percentage ?? null,
    roi_30: figures?.roi_30 ?? null,
    roi_total: figures?.roi_total ?? null,
    win_rate: figures?.win_rate ?? null,
    total_trades: figures?.total_trades ?? null,
    drawdown_max: figures?.drawdown_max ?? null,
  },
})

/** The fields of a showcase that depend on the viewer. */
export interface Presentation {
  status: Showcase['status']
  owner_preview: boolean
  pending_changes: Showcase['pending_changes']
  /** ISO texts, of the shown version. */
  published_at: string | null
  updated_at: string
}

/**
 * A showcase as a viewer gets it. All texts come from the given content, so that no unapproved text shows. Its addresses are
 * checked again by the current rules. @param now milliseconds UTC
 */
export function showcaseOfContent(
  { config }: Pick<Kernel, 'config'>,
  row: OwnedRow,
  stored: ShowcaseContent,
  figures: Figures | null,
  presentation: Presentation,
  now: number,
): Showcase {
  const { content } = readContent(stored, {
    base: null,
    submit: false,
    myfxbookHost: myfxbookHost(config.MYFXBOOK_HOST),
  })
  const profile = figures?.profile ?? null
  const { profile: words, content: rest } = content
  // Profile and showcase show one external verification: that of the account.
  const check = profile?.myfxbook_url ?? null
  const { performance } = profile ?? {}
  const is_diamond = isActive(row.diamond_expires, now)
  const { cta_buttons, testimonials } = content
  return {
    showcase_id: row.showcase_id,
    title: words.subtitle,
    description: words.description,
    bio_short: row.bio,
    bio_extended: words.bio_extended,
    avatar_url: words.profile_image_url ?? avatarOf(row.avatar_key)?.large ?? null,
    banner_url: words.cover_image_url,
    trader_id: row.trader_id,
    trader_username: row.username,
    trader_name: words.display_name || row.display_name,
    trader_info: { display_name: row.display_name, is_diamond, is_admin: row.is_admin },
    country: row.country,
    current_rank: profile?.current_rank ?? null,
    verification_level: profile?.verification_level ?? null,
    is_ea_verified: performance?.is_ea_verified ?? false,
    is_real_account: profile?.is_real_account ?? false,
    platform_type: profile?.platform ?? null,
    trading_style: figures?.style.trading_style ?? null,
    risk_level: figures?.style.risk_level ?? null,
    services: rest.services,
    ...shownPerformance(performance ?? null),
    views_count: row.views_count,
    clicks_count: row.clicks_count,
    created_at: row.created_at,
    ...presentation,
    profile: words,
    links: { ...content.links, myfxbook_url: check },
    content: rest,
    cta_buttons,
    testimonials,
    verified: figures === null ? null : verifiedOf(figures),
    has_myfxbook: check !== null,
    myfxbook_url: check,
    myfxbook_matched: isComparedPage(check, profile?.external_match ?? null),
  }
}

/** True while a plan runs. @param now milliseconds UTC */
export function isActive(expires: string | null, now: number): boolean {
  return expires !== null && Date.parse(expires) > now
}

/**
 * The growth index over the days of ROI 90, beginning with its value before them. It grows by that ROI up to the last point.
 * @param today UTC day of the evaluation
 */
function growthOf(daily: Figures['performance']['daily'], today: number): Growth {
  const points = daily.flatMap(({ date, growth_index }) =>
    growth_index === null ? [] : [{ date, index: growth_index }],
  )
  const start = dayText(today - growthDays + 1)
  const shown = points.filter(({ date }) => date >= start)
  const [first] = shown
  if (first === undefined) return []
  const before = points.findLast(({ date }) => date < start)
  const since = before === undefined ? first.date : start
  return [{ date: dayText(dayOfText(since) - 1), index: before?.index ?? 1 }, ...shown]
}

function verifiedOf({ profile, performance: history, growth }: Figures): Showcase['verified'] {
  const { performance } = profile
  const { summary, symbols } = history
  return {
    since: performance.since,
    days_count: performance.days_count,
    last_ea_sync: performance.last_ea_sync,
    status: profile.status,
    ranked_traders: profile.ranked_traders,
    roi_30: performance.roi_30,
    roi_90: performance.roi_percentage,
    roi_total: performance.roi_total,
    drawdown_max: performance.drawdown_max,
    current_drawdown: summary.current_drawdown,
    symbols: symbols
      .toSorted((a, b) => b.trades - a.trades)
      .slice(0, symbolsShown)
      .map(({ symbol }) => symbol),
    flags: profile.flags,
    findings: profile.findings,
    held: profile.held,
    growth,
  }
}
