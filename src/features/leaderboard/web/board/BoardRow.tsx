import { memo } from 'react'
import type { ReactNode } from 'react'
import type { LeaderboardEntry } from '../../contract.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Connection, DiamondBadge, SourceBadge } from '#web/ui/Badge.tsx'
import { ChangingText } from '#web/ui/figures/ChangingText.tsx'
import { Triangle, toneClass } from '#web/ui/figures/Figures.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { Sparkline } from '#web/ui/figures/Sparkline.tsx'
import { WinRateBar } from '#web/ui/figures/WinRateBar.tsx'
import { Crown } from '#web/ui/icons.tsx'
import type { RoiField } from './roi-field.ts'
import { LevelMark } from './LevelMark.tsx'
import { hasLongAmounts } from './amount-letters.ts'
import { reasonTexts } from '../groups.ts'

/** One trader. The name is the link and covers the row. */
export const BoardRow = memo(function BoardRow({ entry, roi }: { entry: LeaderboardEntry; roi: RoiField }) {
  const { rank, account_currency: currency } = entry
  const podium = rank !== null && rank <= 3
  const result = roi === 'roi_90' ? entry.roi_percentage : entry[roi]
  const amounts = {
    balance: format.amount(entry.account_balance, currency),
    equity: format.amount(entry.account_equity, currency),
    live: format.signedAmount(entry.account_profit, currency),
    profit: format.signedAmount(entry.total_profit, currency),
  }
  return (
    <tr className={`board-row ${rankClass(rank)} ${hasLongAmounts(entry) ? 'has-long' : ''}`}>
      <td className="rank">{rank === null ? <span className="no-rank">N/A</span> : <Rank rank={rank} />}</td>
      <Who entry={entry} />
      <td className="spark-cell">
        <Sparkline points={entry.growth_sparkline} width={128} height={podium ? 44 : 34} />
        <span className="sr-only">{trend(entry.growth_sparkline)}</span>
      </td>
      <td className="roi">
        <span className={`delta ${toneClass(result)}`}>
          <Triangle value={result} />
          <ChangingText text={format.resultPercent(result)} />
        </span>
      </td>
      <td className="pair">
        <Cell label="Balance" text={amounts.balance} />
        <Cell label="Equity" text={amounts.equity} />
      </td>
      <Figure name="live" label="P/L Live" text={amounts.live} tone={toneClass(entry.account_profit)} />
      <Figure name="drawdown" label="Drawdown Max" text={format.drawdownPercent(entry.drawdown_max)} />
      <Figure name="trades" label="Operazioni" text={format.count(entry.total_trades)} />
      <Figure name="win" label="Win rate" text={format.sharePercent(entry.win_rate)}>
        {entry.win_rate !== null && <WinRateBar percent={entry.win_rate} />}
      </Figure>
      <Figure name="profit" label="Profitto" text={amounts.profit} tone={toneClass(entry.total_profit)} />
    </tr>
  )
})

function rankClass(rank: number | null): string {
  if (rank === null) return 'is-unranked'
  if (rank <= 3) return 'is-podium'
  return rank <= 10 ? 'is-top-ten' : 'is-rest'
}

function Rank({ rank }: { rank: number }) {
  return (
    <>
      {rank <= 3 && <Crown className={`crown crown-${rank}`} size={rank === 1 ? 22 : 18} />}
      <span>
        <small>#</small>
        {rank}
      </span>
    </>
  )
}

/** Letters of a last word that still keeps the mark on its line. A longer word may break anywhere. */
const heldTogether = 12

function Who({ entry }: { entry: LeaderboardEntry }) {
  const reasons = entry.not_ranked_reasons
  // A hold comes before everything else, and no level mark stands beside it.
  const held = reasons.find((one) => one === 'under_review')
  const level = held ? 'L0' : entry.verification_level
  const reason = held ?? reasons[0]
  const cut = entry.display_name.lastIndexOf(' ') + 1
  const [start, end] = [entry.display_name.slice(0, cut), entry.display_name.slice(cut)]
  return (
    <th scope="row" className="who">
      <Flag code={entry.country} />
      <span className="name-line">
        <a className="name" href={traderAddress(entry.username)}>
          <span>{start}</span>
          <span className={end.length <= heldTogether ? 'name-end' : undefined}>
            {`${end}\u00a0`}
            <LevelMark level={level} />
          </span>
        </a>
      </span>
      {level !== 'L0' && <span className="sr-only">{levelLabels[level]}</span>}
      {entry.is_diamond && (
        <span className="diamond">
          <DiamondBadge />
        </span>
      )}
      <span className="break" />
      <span className="handle">{`@${entry.username}`}</span>
      <span className="second-break" />
      <span className="source">
        <SourceBadge platform={entry.platform_type} isReal={entry.is_real_account} isVerified={entry.is_ea_verified} />
      </span>
      <span className="link-state">
        <Connection status={entry.status} />
      </span>
      {/* A trader with a place has no reason. */}
      {reason && <span className="reason">{reasonTexts[reason]}</span>}
    </th>
  )
}

function trend(points: readonly number[]): string {
  if (points.length < 2) return format.MISSING
  return `${format.resultPercent(((points.at(-1) ?? 1) - 1) * 100)} in 90 giorni`
}

/** The label is visible in compact rows only. Screen readers take it as the column's head. */
function Cell({
  label,
  text,
  tone = '',
  children,
}: {
  label: string
  text: string
  tone?: string
  children?: ReactNode
}) {
  return (
    <span className="cell">
      <span className="cell-label" aria-hidden="true">
        {label}
      </span>
      <span className={text === format.MISSING ? 'text-ink-3' : tone}>
        <ChangingText text={text} />
      </span>
      {children}
    </span>
  )
}

function Figure({ name, ...cell }: { name: string; label: string; text: string; tone?: string; children?: ReactNode }) {
  return (
    <td className={`figure ${name}`}>
      <Cell {...cell} />
    </td>
  )
}
