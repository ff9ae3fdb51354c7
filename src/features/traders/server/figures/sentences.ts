import { daysBelow, extremesOf, type Fall } from '#features/performance/rules/periods.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { resultsBySymbol, tradeStatistics } from '#features/performance/rules/statistics.ts'
import { dayText } from '#shared/dates.ts'
import { count, counted, day, days, resultPercent, sharePercent } from '#shared/format/format.ts'
import { duration } from '#shared/format/spans.ts'
import type { TradeTotals } from '../trade-queries.ts'
import { shareWithArticle } from './article.ts'

/** From how many trades on a habit is one, and how many days a calm history has at least. */
const HABIT_TRADES = 10
const CALM_DAYS = 30
const FALL = 0.1
/** Shares from which one symbol or one side is worth a sentence, and how much longer one kind of trade is held. */
const MOST_PROFIT = 0.5
const MOST_TRADES = 0.8
const MUCH_LONGER = 2
const LONG_FALL_DAYS = 14

/** Plain sentences about how the account was traded, the most telling first. Rules: `docs/ranking.md` 8.6. */
export function sentencesOf(rows: readonly DailyRow[], totals: TradeTotals, longest: Fall | null): string[] {
  if (rows.length === 0) return []
  const isHabit = totals.all.trades >= HABIT_TRADES
  return [
    fallSentence(rows),
    worstDaySentence(rows),
    recoverySentence(longest, rows.at(-1)?.day ?? 0),
    ...(isHabit
      ? [...symbolSentences(totals), bestTradeSentence(totals), holdingSentence(totals), sideSentence(totals)]
      : []),
  ].filter((sentence) => sentence !== null)
}

function fallSentence(rows: readonly DailyRow[]): string | null {
  const below = daysBelow(rows, FALL)
  if (below > 0)
    return `Per ${days(below)} il conto è stato più del ${sharePercent(100 * FALL, 0)} sotto il suo massimo.`
  return rows.length < CALM_DAYS
    ? null
    : `Il conto non ha mai perso più del ${sharePercent(100 * FALL, 0)} dal suo massimo.`
}

function worstDaySentence(rows: readonly DailyRow[]): string | null {
  const worst = extremesOf(rows)?.day.worst
  if (worst === undefined || worst.roi > -0.01) return null
  return `Il giorno peggiore, il ${day(dayText(worst.from))}, ha fatto ${resultPercent(100 * worst.roi, 1)}.`
}

function recoverySentence(longest: Fall | null, today: number): string | null {
  if (longest === null) return null
  const { peak_day, recovered_day } = longest
  const length = (recovered_day ?? today) - peak_day
  if (length < LONG_FALL_DAYS) return null
  return recovered_day === null
    ? `Da ${days(length)} il conto è sotto il suo massimo, toccato il ${day(dayText(peak_day))}.`
    : `Per tornare al suo massimo il conto ha impiegato fino a ${days(length)}.`
}

function symbolSentences({ symbols, all }: TradeTotals): string[] {
  const lines = resultsBySymbol(symbols)
  const [most] = lines
  if (most === undefined) return []
  if (lines.length === 1) return [`Opera su un solo simbolo, ${most.symbol}: il risultato dipende solo da quello.`]
  const best = lines.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))[0]
  const sentences: string[] = []
  // An account that lost has no profit to come from anywhere.
  if (all.profit > 0 && best?.share != null && best.share >= MOST_PROFIT)
    sentences.push(`${startingShare(best.share)} del profitto viene da ${best.symbol}.`)
  if (most.trades >= MOST_TRADES * all.trades)
    sentences.push(`${startingShare(most.trades / all.trades)} delle operazioni è su ${most.symbol}.`)
  return sentences
}

function bestTradeSentence({ all: { profit, best } }: TradeTotals): string | null {
  return profit > 0 && best !== null && best >= profit
    ? 'Senza l’operazione migliore il conto non avrebbe guadagnato.'
    : null
}

function holdingSentence({ all }: TradeTotals): string | null {
  const { average_holding_won_minutes: won, average_holding_lost_minutes: lost } = tradeStatistics(all)
  if (won === null || lost === null) return null
  if (lost >= MUCH_LONGER * won && lost >= 1)
    return `Tiene aperte le perdite più a lungo dei guadagni: in media ${duration(lost)} contro ${duration(won)}.`
  if (won >= MUCH_LONGER * lost && won >= 1)
    return `Chiude le perdite prima dei guadagni: in media dopo ${duration(lost)} contro ${duration(won)}.`
  return null
}

function sideSentence({ all: { longs, trades } }: TradeTotals): string | null {
  if (longs >= MOST_TRADES * trades)
    return `Di solito compra: ${counted(longs, 'acquisto', 'acquisti')} su ${count(trades)} operazioni.`
  const shorts = trades - longs
  return shorts >= MOST_TRADES * trades
    ? `Di solito vende: ${counted(shorts, 'vendita', 'vendite')} su ${count(trades)} operazioni.`
    : null
}

/** `Il 70%`, `L’85%` at the start of a sentence; from a fraction. */
function startingShare(share: number): string {
  const text = shareWithArticle(100 * share, 0)
  return text[0]?.toUpperCase() + text.slice(1)
}
