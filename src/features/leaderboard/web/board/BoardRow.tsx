import { memo, useEffect, useRef, type ReactNode } from 'react'
import type { LeaderboardEntry } from '../../contract.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { Sparkline } from '#web/ui/figures/Sparkline.tsx'
import { Crown } from '#web/ui/icons.tsx'
import { riskText } from '../../page.ts'
import { reasonTexts } from '../groups.ts'
import { comparedNames, followedNames, toggleName, type NameList } from '../marks/marks.ts'
import type { RoiField } from './roi-field.ts'

/** Tags that a row names; the others are a number. */
const shownTags = 2
/** Milliseconds. */
const tintFor = 600

/**
 * One trader. The name is the link and covers the row. A page has fifty of these, so that each element counts: a figure and the one below
 * it are two lines of one cell, and marks are drawn by the style sheet.
 */
export const BoardRow = memo(function BoardRow({ entry, roi, showsRisk, isFollowed, isCompared }: BoardRowProps) {
  const { rank } = entry
  const figures = figuresOf(entry, roi)
  const row = useTintOfChanges(figures, `${roi} ${entry.account_currency}`)
  return (
    <tr ref={row} className={`board-row ${rankClass(rank)}`}>
      <td className="rank">
        {rank !== null && rank <= 3 && <Crown className={`crown crown-${rank}`} size={rank === 1 ? 22 : 18} />}
        {rank === null ? format.MISSING : `#${rank}`}
      </td>
      <Who entry={entry}>
        {showsRisk && entry.risk_level && <span className="risk">{riskText(entry.risk_level)}</span>}
        <Mark word="Segui" list={followedNames} entry={entry} isOn={isFollowed} />
        <Mark word="Confronta" list={comparedNames} entry={entry} isOn={isCompared} />
      </Who>
      <td className="trend">
        <Sparkline points={entry.growth_sparkline} width={112} height={34} label={trend(entry.growth_sparkline)} />
      </td>
      {figures.map(({ cell, text, tone }) => (
        <td key={cell} className={tone ? `${cell} ${tone}` : cell}>
          {text}
          {cell === 'drawdown' && entry.drawdown_max !== null && (
            <progress className="fall" max={100} value={Math.abs(entry.drawdown_max)} aria-hidden="true" />
          )}
        </td>
      ))}
    </tr>
  )
})

interface BoardRowProps {
  entry: LeaderboardEntry
  roi: RoiField
  /** The list is filtered by the risk of the last 90 days: each row says its own. */
  showsRisk: boolean
  isFollowed: boolean
  isCompared: boolean
}

interface MarkProps {
  word: string
  list: NameList
  entry: LeaderboardEntry
  isOn: boolean
}

/** Puts the trader on a list of this device, or takes it off. Its sign is drawn by the style sheet. */
function Mark({ word, list, entry, isOn }: MarkProps) {
  const name = `${word} ${entry.display_name}`
  return (
    <button
      type="button"
      className={`mark ${list.key}`}
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      onClick={() => toggleName(list, entry.username)}
    />
  )
}

interface Figure {
  cell: string
  /** A line end stands before the second figure. */
  text: string
  tone?: string
}

/** The cells behind the trend, in the order of the head. */
function figuresOf(entry: LeaderboardEntry, roi: RoiField): Figure[] {
  const below = roi === 'roi_total' ? 'roi_90' : 'roi_total'
  const money = (cell: string, amount: number | null, isResult: boolean): Figure => ({
    cell,
    text: amounts(amount, entry, isResult ? format.signedAmount : format.amount),
    tone: isResult ? tone(amount) : '',
  })
  return [
    {
      cell: 'roi',
      text: `${format.resultPercent(entry[roi])}\n${format.resultPercent(entry[below])}`,
      tone: `${tone(entry[roi])} ${tone(entry[below], 'then')}`,
    },
    { cell: 'drawdown', text: format.drawdownPercent(entry.drawdown_max) },
    { cell: 'days', text: format.count(entry.days_count) },
    { cell: 'win', text: `${format.sharePercent(entry.win_rate)}\n${format.count(entry.total_trades)}` },
    money('profit', entry.total_profit, true),
    money('live', entry.account_profit, true),
    money('equity', entry.account_equity, false),
    money('balance', entry.account_balance, false),
  ]
}

/** Euro, and the account's own currency below where it is another one. Without a rate the own amount stands alone. */
function amounts(
  amount: number | null,
  { euro_rate, account_currency: currency }: LeaderboardEntry,
  print: (value: number | null, currency: string) => string,
): string {
  if (amount === null || currency === 'EUR' || euro_rate === null) return print(amount, currency)
  return `${print(amount * euro_rate, 'EUR')}\n${print(amount, currency)}`
}

function tone(value: number | null, when = 'is'): string {
  return value === null ? '' : `${when}-${format.tone(value)}`
}

function rankClass(rank: number | null): string {
  if (rank === null) return 'is-unranked'
  if (rank <= 3) return 'is-podium'
  return rank <= 10 ? 'is-top-ten' : 'is-rest'
}

const connectionWords = { connected: 'Connesso', warning: 'In ritardo', disconnected: 'Disconnesso' } as const

function Who({ entry, children }: { entry: LeaderboardEntry; children: ReactNode }) {
  const { status, platform_type: platform, not_ranked_reasons: reasons } = entry
  // A hold comes before everything else, and no level stands beside it.
  const held = reasons.find((one) => one === 'under_review')
  const level = held ? 'L0' : entry.verification_level
  const reason = held ?? reasons[0]
  const isReal = entry.is_ea_verified && entry.is_real_account
  const source = entry.is_ea_verified ? `${platform} ${isReal ? 'Real' : 'Demo'}` : 'In importazione'
  const { tags } = entry
  const more = tags.length - shownTags
  return (
    <th scope="row" className="who">
      <Flag code={entry.country} />
      <a className="name" href={traderAddress(entry.username)}>
        {entry.display_name}
      </a>
      {`@${entry.username}${entry.rank_climb && ` · ${entry.rank_climb}`}`}
      <span
        className={`source is-${status} ${isReal ? '' : 'is-demo'}`}
      >{`${source} · ${connectionWords[status]}`}</span>
      {level !== 'L0' && (
        <abbr className="level" title={levelLabels[level]}>
          {level}
        </abbr>
      )}
      {entry.is_diamond && <span className="diamond">Diamond</span>}
      {tags.slice(0, shownTags).map((tag) => (
        <span key={tag.word} className={`tag tag-${tag.tone}`}>
          {tag.word}
        </span>
      ))}
      {more > 0 && (
        <abbr
          className="more-tags"
          title={tags
            .slice(shownTags)
            .map((tag) => tag.word)
            .join(', ')}
        >{`+${more}`}</abbr>
      )}
      {/* A trader with a place has no reason. */}
      {reason && <span className="reason">{reasonTexts[reason]}</span>}
      {children}
    </th>
  )
}

function trend(points: readonly number[]): string {
  if (points.length < 2) return format.MISSING
  return `${format.resultPercent(((points.at(-1) ?? 1) - 1) * 100)} in 90 giorni`
}

/**
 * Tints cells whose text a refresh has changed, for a moment; nothing else moves.
 * @param kind of the figures: another kind of figure in a cell is no change
 */
function useTintOfChanges(figures: readonly Figure[], kind: string) {
  const row = useRef<HTMLTableRowElement>(null)
  const shown = useRef({ figures, kind })
  useEffect(() => {
    const before = shown.current
    shown.current = { figures, kind }
    if (before.kind !== kind || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [index, { cell, text }] of figures.entries()) {
      if (before.figures[index]?.text === text) continue
      const tint = [{ backgroundColor: 'var(--accent-tint)' }, { backgroundColor: 'transparent' }]
      row.current?.querySelector(`.${cell}`)?.animate(tint, tintFor)
    }
  })
  return row
}
