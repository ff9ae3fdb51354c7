import { HOUR_MS, MINUTE_MS, utcDay } from '#shared/dates.ts'
import { lotUnitsMost } from '../lots.ts'
import { attachStatement, whereItComesFrom } from '../owner-answers.ts'
import { amount, count, found, namedAtMost, roundedShare, share, type Values } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { closedPartsOf, type ClosedPart } from './closed-parts.ts'
import { lotValue } from './lot-value.ts'
import { hourlyMove, movesAfter, type PriceMoves } from './price-moves.ts'

/** Closes of one symbol and side in one sync: one move of the market, however many positions it closed. */
interface Advantage extends Pick<ClosedPart, 'ticket' | 'symbol' | 'side' | 'close_price'> {
  listed_price: number
  /** How much better than listed, in normal moves of the time since; below 0 where it is worse. */
  moves: number
  /** Brought by closes beyond the moves that are left out, as a share of the balance. */
  share: number
}

type Days = readonly [day: number, moves: number, share: number, far: number][]

interface Memory {
  moves: PriceMoves
  /** By UTC day (since 1970): moves beyond those left out, what they brought, and what those very far away brought. */
  ahead: Days
}

const thresholds = {
  close_moves: amount(1.5),
  close_moves_usual: amount(0.3),
  close_moves_sum: amount(6.5),
  close_moves_share: share(0.01),
  close_moves_weight: amount(0.1),
  close_moves_event_weight: amount(0.2),
  close_moves_grave_share: share(0.05),
  close_moves_far: amount(6),
  close_moves_far_share: share(0.04),
  close_moves_far_grave_share: share(0.07),
  close_moves_days: count(30),
  ...lotUnitsMost,
}
type Limits = Values<typeof thresholds>

/** One close counts for at most so many moves: news and gaps make single large ones, to the own disadvantage too. */
const countedAtMost = 2.4
const countedAtLeast = -6
/** All closes of one sync: they may be one event, which moves many symbols at once. */
const countedTogether = 4.2
/** A list and its price are not of the same second. */
const quoteMs = MINUTE_MS
/** A price that moved by less says nothing of the value of a lot, as a share of the price. */
const leastMoveShare = 0.0002
/** Half a spread, as a share of the price. */
const spreadShare = 0.0001

/**
 * Nobody knows where a price goes next. A trader who leaves at a target closes on average 0.6 normal moves beyond the last listed price, and
 * 1.2 where he looks no more often than the terminal syncs; hardly ever 3. So moves up to `close_moves` are left out either way, and of the
 * rest each close may have `close_moves_usual`. News brings single closes far ahead, and as many far behind: few of them matter by their money.
 */
export const closePrices = syncRule({
  thresholds,
  findings: {
    closes_ahead: {
      rule: 'R64',
      consequence: 'warning',
      audience: 'silent',
      life: 'event',
      when: 'Sums as in `close_prices_better` are smaller, but the moves times the share of the balance that they brought exceed `close_moves_weight`: 5 moves that brought 2%, 2 moves that brought 5%. Where one sync alone shows it, by two symbols or sides at least, `close_moves_event_weight`. The share exceeds `close_moves_share`.',
      name: 'Chiusure molto favorevoli',
      admin:
        'Poche chiusure oltre i prezzi appena visti, che hanno portato molto. Notizie e fortuna, o prezzi ritoccati: confronta con i prezzi di quei minuti.',
    },
    close_prices_better: {
      rule: 'R64',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Closes lie farther from the prices listed before them than `close_moves` normal moves of the time between. Within `close_moves_days` days they are better by `close_moves_sum` moves more than worse, less `close_moves_usual` for each close, and this brought more than `close_moves_share` of the balance; or those farther than `close_moves_far` moves brought more than `close_moves_far_share`.',
      name: 'Chiusure oltre il mercato',
      public: 'Le chiusure sono spesso a prezzi molto migliori di quelli visti poco prima.',
      owner: {
        observed: 'Le chiusure sono spesso a prezzi molto migliori di quelli visti poco prima.',
        answer: `Rispondi dicendo come chiudi le operazioni. ${attachStatement}`,
      },
      admin:
        'Chiusure troppo avanti rispetto ai prezzi appena visti, più di quanto quei simboli si muovano. Notizie, o prezzi ritoccati.',
    },
    close_prices_invented: {
      rule: 'R64',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Closes as in `close_prices_better` are better by `close_moves_sum` moves, and this brought more than `close_moves_grave_share` of the balance; or those farther than `close_moves_far` moves brought more than `close_moves_far_grave_share`.',
      name: 'Prezzi di chiusura aggiunti',
      public: 'Molto del guadagno viene da chiusure a prezzi che il mercato difficilmente ha avuto.',
      owner: {
        observed: 'Molto guadagno viene da chiusure a prezzi ben oltre quelli appena visti: il conto è in verifica.',
        answer: whereItComesFrom,
      },
      admin: 'Chiusure oltre i prezzi appena visti, oltre la soglia grave. Confronta con i prezzi di quei minuti.',
    },
  },
  terms: {
    ahead_moves: 'Movimenti normali oltre il dovuto',
    threshold_moves: 'Movimenti normali oltre il dovuto, soglia',
    ahead_share: 'Oltre i movimenti normali, quota del balance',
    threshold_ahead_share: 'Oltre i movimenti normali, soglia',
    far_share: 'Molto oltre, quota del balance',
    threshold_far_share: 'Molto oltre, soglia',
    weight: 'Movimenti per quota',
    threshold_weight: 'Movimenti per quota, soglia',
    listed_price: 'Prezzo visto prima',
    moves: 'Movimenti normali',
  },
  section: 'results',
  memory: { moves: {}, ahead: [] } as Memory,
  detect(memory, facts, limits) {
    if (facts.outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const moves = movesAfter(memory.moves, facts)
    const advantages = advantagesOf(memory.moves, facts, limits)
    const ahead = addedTo(memory.ahead, advantages, facts, limits)
    const moved = sumOf(ahead.map(([, one]) => one))
    const brought = sumOf(ahead.map(([, , one]) => one))
    const far = sumOf(ahead.map(([, , , one]) => one))
    const next = { moves, ahead: withoutDebts(ahead, moved, far) }
    const { close_moves_sum, close_moves_share, close_moves_far_share } = limits
    const { close_moves_weight, close_moves_event_weight } = limits
    const reaches = (share: number, farShare: number) => (moved >= close_moves_sum && brought > share) || far > farShare
    const isCase = reaches(close_moves_share, close_moves_far_share)
    // Little evidence that brought much weighs as much as much evidence that brought little.
    const weight = Math.max(0, moved) * brought
    // The closes of one sync may be one event of the market: alone they must weigh more, and a single one is luck.
    const isRepeated = sumOf(memory.ahead.map(([, one]) => one)) > 0
    const farOnes = advantages.filter((one) => one.moves > limits.close_moves).length
    const leastWeight = isRepeated ? close_moves_weight : close_moves_event_weight
    const isHeavy = weight > leastWeight && brought > close_moves_share && (isRepeated || farOnes > 1)
    if (!(isCase || isHeavy) || farOnes === 0) {
      return { memory: next, findings: [], checked: [] }
    }
    const { close_moves_grave_share, close_moves_far_grave_share } = limits
    const isGrave = reaches(close_moves_grave_share, close_moves_far_grave_share)
    const shown = {
      closes: advantages.slice(0, namedAtMost).map((one) => ({
        ...one,
        moves: tenths(one.moves),
        share: roundedShare(one.share),
      })),
      ahead_moves: tenths(moved),
      ahead_share: roundedShare(brought),
      within_days: limits.close_moves_days,
    }
    if (!isCase) {
      const evidence = { ...shown, weight: roundedShare(weight), threshold_weight: leastWeight }
      return { memory: next, findings: [found('closes_ahead', evidence)], checked: [] }
    }
    const evidence = {
      ...shown,
      threshold_moves: close_moves_sum,
      threshold_ahead_share: isGrave ? close_moves_grave_share : close_moves_share,
      far_share: roundedShare(far),
      threshold_far_share: isGrave ? close_moves_far_grave_share : close_moves_far_share,
    }
    const code = isGrave ? 'close_prices_invented' : 'close_prices_better'
    return { memory: isGrave ? { ...next, ahead: [] } : next, findings: [found(code, evidence)], checked: [] }
  },
})

/** Witnessed closes of this sync against the prices that the last list showed of their positions. */
function advantagesOf(known: PriceMoves, facts: SyncFacts, limits: Limits): Advantage[] {
  const { request, outcome, listed } = facts
  const trades = outcome.trades.filter(({ origin }) => origin === 'witnessed')
  if (trades.length === 0) return []
  const closeOf = new Map(trades.map(({ ticket, close }) => [ticket, close]))
  const records = outcome.records.map(({ record }) => record)
  const balance = Math.max(1, Math.abs(request.snapshot.balance))
  const closes = closedPartsOf(facts, records, new Set(closeOf.keys())).flatMap((close) => {
    const { ticket, symbol, side, close_price, listed: one } = close
    if (one?.side !== side || one.mark <= 0) return []
    const since = Math.max(0, (closeOf.get(ticket) ?? 0) - (one.still ?? one.last))
    const normal = hourlyMove(known, symbol) * Math.sqrt((since + quoteMs) / HOUR_MS) + spreadShare
    const better = (side === 'buy' ? 1 : -1) * (close_price / one.mark - 1)
    const value = lotValue(listed, one, { symbol, price: close_price }, request, limits)
    const worth = value === null ? ownWorth(close) : close.volume * ('exact' in value ? value.exact : value.most)
    const moves = better / normal
    const brought = beyond(moves, limits) === 0 ? 0 : (better * one.mark * worth) / balance
    const shown = { ticket, symbol, side, close_price, listed_price: one.mark }
    return [{ shown, volume: close.volume, moves, share: brought }]
  })
  const together = Map.groupBy(closes, ({ shown: { symbol, side } }) => `${symbol} ${side}`)
  return [...together.values()].flatMap((those): Advantage[] => {
    const [first] = those
    if (first === undefined) return []
    const volume = sumOf(those.map((one) => one.volume))
    const average = sumOf(those.map((one) => one.moves * one.volume)) / volume
    return [{ ...first.shown, moves: average, share: sumOf(those.map((one) => one.share)) }]
  })
}

/** Money of a price that moves by 1, by the close's own result, for symbols whose lots no list has valued. 0 where its prices hardly differ. */
function ownWorth({ side, open_price, close_price, profit }: ClosedPart): number {
  const moved = (side === 'buy' ? 1 : -1) * (close_price - open_price)
  return Math.abs(moved) < leastMoveShare * close_price ? 0 : Math.max(0, profit / moved)
}

/** The part of a move beyond those that are left out, with its sign. */
const beyond = (moves: number, { close_moves }: Limits): number =>
  Math.sign(moves) * Math.max(0, Math.abs(moves) - close_moves)

/** The moves of the last days with those of today. */
function addedTo(days: Days, advantages: readonly Advantage[], { received }: SyncFacts, limits: Limits): Days {
  const today = utcDay(received.receipt)
  const recent = days.filter(([day]) => day > today - limits.close_moves_days)
  if (advantages.length === 0) return recent.length === days.length ? days : recent
  const last = recent.at(-1)
  const [, moves, brought, far] = last?.[0] === today ? last : [today, 0, 0, 0]
  const counted = advantages.map(
    (one) => Math.min(countedAtMost, Math.max(countedAtLeast, beyond(one.moves, limits))) - limits.close_moves_usual,
  )
  return [
    ...recent.filter(([day]) => day !== today),
    [
      today,
      moves + Math.min(countedTogether, sumOf(counted)),
      brought + sumOf(advantages.map((one) => one.share)),
      far + sumOf(advantages.map((one) => (Math.abs(one.moves) > limits.close_moves_far ? one.share : 0))),
    ],
  ]
}

/** Nobody saves up worse closes for better ones: a sum below 0 is none. */
function withoutDebts(days: Days, moved: number, far: number): Days {
  if (moved > 0 && far > 0) return days
  if (moved <= 0 && far <= 0) return []
  return days.map(([day, ...sums]) => (moved > 0 ? [day, sums[0], sums[1], 0] : [day, 0, 0, sums[2]]))
}

const tenths = (moves: number): number => Math.round(moves * 10) / 10
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
