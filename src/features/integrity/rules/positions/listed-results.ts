import type { OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { utcDay } from '#shared/dates.ts'
import { lotUnitsMost } from '../lots.ts'
import { whereItComesFrom, whichTerminal } from '../owner-answers.ts'
import { cents, found, namedAtMost, roundedShare, share, type Values } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { beyondPrices, closeThresholds } from './contradicted-closes.ts'
import { lotValue } from './lot-value.ts'

/** Account currency for one lot and a price move of 1. */
type Bounds = readonly [least: number, most: number]
/** By symbol, what lists showed since a UTC day (since 1970), and before it: a first list alone would make any value true. */
type LotValues = Readonly<Record<string, readonly [...Bounds, day: number, before?: Bounds]>>

/** An open position that shows more than its prices give; names as they are shown, amounts in account currency. */
interface ContradictedResult extends Pick<
  OpenPosition,
  'symbol' | 'side' | 'volume' | 'open_price' | 'price' | 'profit'
> {
  position: string
  prices_give: number
}

interface Memory {
  values: LotValues
  /** Those of the last snapshot. */
  contradicted: readonly ContradictedResult[]
}

const thresholds = {
  listed_result_share: share(0.01),
  listed_result_grave_share: share(0.05),
  result_share: closeThresholds.result_share,
  ...lotUnitsMost,
}
type Limits = Values<typeof thresholds>

/** A rate of another currency moves by some per cent in this time. */
const valueDays = 30
const valuesAtMost = 60
/** A price move as a share of the price that shows the value of a lot within some per cent, and one that shows its sign. */
const exactMove = 0.001
const tellingMove = 0.0002
const tellingUnits = 20

/**
 * An open position shows what its prices give. Own equity holds its result while it is open, and a close that never comes corrects nothing.
 * The value of a lot is one for a symbol: of several the less flattering one counts. Two snapshots must say so, and the second one says
 * how much. A position that it no longer lists counts as the first one showed it: no later list can correct it.
 */
export const listedResults = syncRule({
  thresholds,
  findings: {
    listed_result_contradicted: {
      rule: 'R63',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'In two snapshots in a row the results of open positions are together above what their prices give, with `result_share` of that allowed, by more than `listed_result_share` of the balance. A position that the second one no longer lists counts as the first one showed it.',
      name: 'Risultato aperto contraddetto',
      public: 'Il risultato delle posizioni aperte è più alto di quello che danno i loro prezzi.',
      owner: {
        observed: 'Il risultato delle posizioni aperte è più alto di quello che danno prezzi e volume.',
        answer: whichTerminal,
      },
      admin: 'Profitto aperto oltre prezzi × volume × valore per lotto. Contratto cambiato, o lista ritoccata.',
    },
    listed_results_invented: {
      rule: 'R63',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Results as in `listed_result_contradicted` are in the second snapshot above their prices by more than `listed_result_grave_share` of the balance.',
      name: 'Risultati aperti aggiunti',
      public: 'Il risultato delle posizioni aperte è molto più alto di quello che danno i loro prezzi.',
      owner: {
        observed: 'Il risultato delle posizioni aperte non corrisponde ai loro prezzi: il conto è in verifica.',
        answer: whereItComesFrom,
      },
      admin: 'Profitto aperto non spiegato dai prezzi, oltre la soglia grave. Chiedi l’estratto conto.',
    },
  },
  terms: { exceeded_share: beyondPrices },
  section: 'positions',
  memory: { values: {}, contradicted: [] } as Memory,
  detect(memory, facts, limits) {
    const { request, received, outcome } = facts
    if (outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const { balance, positions = [] } = request.snapshot
    const values = lotValues(memory.values, request, utcDay(received.receipt))
    const contradicted = positions.flatMap((one): ContradictedResult[] => {
      const value = lessFlattering(values[one.symbol], moveOf(one)) ?? mostWithoutList(facts, one, limits)
      const prices_give = mostGiven(one, value, limits)
      const { id, symbol, side, volume, open_price, price, profit } = one
      if (prices_give === null || profit <= prices_give) return []
      return [{ position: id, symbol, side, volume, open_price, price, profit, prices_give: cents(prices_give) }]
    })
    const next = { values, contradicted }
    const open = new Set(positions.map(({ id }) => id))
    const records = [...contradicted, ...memory.contradicted.filter(({ position }) => !open.has(position))]
    const shareOf = (results: readonly ContradictedResult[]) => excessOf(results) / Math.max(1, Math.abs(balance))
    const exceeded = shareOf(records)
    if (Math.min(shareOf(memory.contradicted), exceeded) <= limits.listed_result_share) {
      return { memory: next, findings: [], checked: [] }
    }
    const isGrave = exceeded > limits.listed_result_grave_share
    const evidence = {
      records: records.slice(0, namedAtMost),
      balance,
      exceeded_share: roundedShare(exceeded),
      threshold_share: isGrave ? limits.listed_result_grave_share : limits.listed_result_share,
    }
    const code = isGrave ? 'listed_results_invented' : 'listed_result_contradicted'
    return { memory: next, findings: [found(code, evidence, records.length)], checked: [] }
  },
})

const excessOf = (results: readonly ContradictedResult[]): number =>
  results.reduce((sum, { profit, prices_give }) => sum + profit - prices_give, 0)

const moveOf = ({ side, open_price, price }: OpenPosition): number =>
  side === 'buy' ? price - open_price : open_price - price

/** The most of all values for a loss, the least for a gain. */
function lessFlattering(known: LotValues[string] | undefined, move: number): number | undefined {
  if (known === undefined) return undefined
  const [least, most, , before = [least, most]] = known
  return move < 0 ? Math.max(most, before[1]) : Math.min(least, before[0])
}

/** The largest value of a lot of a pair with the account's currency; null where there is none, or where a list showed the value. */
function mostWithoutList(
  { request, listed }: SyncFacts,
  { symbol, price }: OpenPosition,
  limits: Limits,
): number | null {
  const bound = lotValue(listed, undefined, { symbol, price }, request, limits)
  return bound !== null && 'most' in bound ? bound.most : null
}

/** The most that a position may show, account currency; null where nothing is known of its symbol. */
function mostGiven(one: OpenPosition, value: number | null, { result_share }: Limits): number | null {
  const move = moveOf(one)
  const slack = tellingMove * Math.abs(one.price)
  // Without a value a move against the position shows the sign alone.
  if (value === null) return move < -slack ? 0 : null
  const given = move * value * one.volume
  return given + result_share * Math.abs(given) + slack * value * one.volume
}

function lotValues(before: LotValues, { account, snapshot }: SyncRequest, today: number): LotValues {
  let values = before
  for (const one of snapshot.positions ?? []) {
    const move = moveOf(one)
    const value = one.profit / (move * one.volume)
    const isExact =
      Math.abs(move) >= exactMove * Math.abs(one.open_price) &&
      Math.abs(one.profit) >= tellingUnits * 10 ** -account.digits
    if (!isExact || !(value > 0) || !Number.isFinite(value)) continue
    const known = values[one.symbol]
    if (known === undefined || known[2] <= today - 2 * valueDays) {
      values = { ...values, [one.symbol]: [value, value, today] }
      continue
    }
    const [least, most, day, ...before] = known
    if (day <= today - valueDays) {
      values = { ...values, [one.symbol]: [value, value, today, [least, most]] }
      continue
    }
    // Most lists show the same within a hundredth, and most syncs change nothing.
    if (value >= 0.99 * least && value <= 1.01 * most) continue
    values = { ...values, [one.symbol]: [Math.min(least, value), Math.max(most, value), day, ...before] }
  }
  if (Object.keys(values).length <= valuesAtMost) return values
  return Object.fromEntries(
    Object.entries(values)
      .toSorted(([, [, , a]], [, [, , b]]) => b - a)
      .slice(0, valuesAtMost),
  )
}
