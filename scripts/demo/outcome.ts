import { scoreOf } from '#features/leaderboard/rules/score.ts'
import { netOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { conversion, DAY, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Actor } from './actor.ts'
import type { Outcome } from './parts.ts'

interface Sample {
  index: number
  peak: number
  /** Balance and open result. */
  value: number
  hidden: number
}

const step = DAY / 2

/**
 * Plays an account to the end of the current week, sampled twice a day.
 * @param from the moment from which its history counts
 * @param week story time of this week's Monday
 */
export function outcomeOf(actor: Actor, from: StoryTime, week: StoryTime): Outcome {
  const { account } = actor
  const end = week + 7 * DAY
  const samples: Sample[] = []
  let index = 1
  let peak = 1
  let last: { value: number; paid: number } | null = null
  for (let at = from; at <= end; at += step) {
    actor.advance(at)
    const paid = actor.paidIn()
    const open = account.floating(at)
    const value = account.balance() + open
    if (last !== null) {
      const flow = paid - last.paid
      const base = last.value + Math.max(0, flow)
      index *= base > 0 ? Math.max(0, value - Math.min(0, flow)) / base : 1
    }
    peak = Math.max(peak, index)
    last = { value, paid }
    samples.push({ index, peak, value, hidden: account.balance() > 0 ? -open / account.balance() : 0 })
  }
  const back = (days: number) => samples[Math.max(0, samples.length - 1 - (days * DAY) / step)]
  const recent = samples.slice(-(84 * DAY) / step, -(7 * DAY) / step)
  const days = (end - from) / DAY
  return {
    ...figuresOf(actor, samples),
    growth: index,
    growth90: Math.min(index / (back(90)?.index ?? 1), (back(7)?.index ?? 1) / (back(97)?.index ?? 1)),
    yearly: index ** (365 / days) - 1,
    drawdown: Math.max(...samples.map((sample) => 1 - sample.index / sample.peak)),
    drawdown90: fallOf(recent),
    hidden: Math.min(...samples.slice(-(11 * DAY) / step).map(({ hidden }) => hidden)),
    balance: account.balance(),
  }
}

function fallOf(samples: readonly Sample[]): number {
  let [peak, fall] = [0, 0]
  for (const { index } of samples) {
    peak = Math.max(peak, index)
    if (peak > 0) fall = Math.max(fall, 1 - index / peak)
  }
  return fall
}

function figuresOf({ account, role }: Actor, samples: readonly Sample[]) {
  const closes = account.book.after(0, '0', Number.MAX_SAFE_INTEGER).items.filter(isClose)
  const wins = closes.filter((item) => netOf(item) > 0).length
  const scores = [0, 7].map((ago) => {
    const at = (days: number) => samples[Math.max(0, samples.length - 1 - ((ago + days) * DAY) / step)]
    const [now, before] = [at(0), at(90)]
    const euro = (now?.value ?? 0) * conversion(role.currency, 'EUR')
    return scoreOf({
      growth90: (now?.index ?? 1) / (before?.index || 1),
      startDrawdown: 1 - (before?.index ?? 1) / (before?.peak ?? 1),
      countedTrades: closes.length,
      countedWins: wins,
      equity: Math.min(1, Math.max(0, Math.log10(Math.max(euro, 1) / 100) / 3)),
      floatingRatio: 0,
    }).score
  })
  return {
    score: Math.min(...scores),
    highest: Math.max(...scores),
    trades: closes.length,
    raises: raisesOf(closes.slice(-120).map((item) => ({ lots: lotsOf(item), lost: netOf(item) < 0 }))),
  }
}

/** Runs of at least three raises to one and a half times the size, each after a loss. */
function raisesOf(trades: readonly { lots: number; lost: boolean }[]): number {
  const raised = trades.map(({ lots }, place) => {
    const before = trades[place - 1]
    return before?.lost === true && lots >= 1.5 * before.lots
  })
  return raised.filter((is, place) => is && raised[place - 1] && raised[place - 2] && !raised[place + 1]).length
}

const lotsOf = (item: object): number =>
  'lots' in item ? Number(item.lots) : 'volume' in item ? Number(item.volume) : 0

/** A closing deal or order: what is counted as one trade. */
export const isClose = (item: HistoryItem): boolean =>
  (item.type === 'buy' || item.type === 'sell') && (!('entry' in item) || item.entry !== 'in')
