import type { Snapshot } from '#features/performance/rules/history.ts'
import { HOUR_MS, instantText, MINUTE_MS } from '#shared/dates.ts'
import { isMarketTime, marketTimeBetween } from '../market-hours.ts'
import { positionOf } from '../positions/listed-positions.ts'
import { attachStatement } from '../owner-answers.ts'
import { amount, count, found, namedAtMost, type Finding, type Values } from '../rule.ts'
import { tradesAllDay } from '../symbols.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'

interface Memory {
  /** Since when result and prices are the same, how often they were shown, and whether it was reported; null where they moved last. */
  frozen: { since: number; looks: number; told: boolean } | null
}

type Code = 'frozen_market' | 'positions_frozen'

/** A price is fresh for so many seconds. */
const freshTickS = 120

const thresholds = {
  frozen_minutes: amount(30),
  frozen_syncs: count(4),
  frozen_hours: amount(20),
  frozen_day_hours: amount(36),
  frozen_other_hours: amount(72),
  frozen_positions: count(3),
}
type Limits = Values<typeof thresholds>

/**
 * The same positions are open, prices come, and neither their own prices nor their result move. A few syncs must say so: two that are
 * far apart may agree by chance. One price among others stands still for longer: shares rest for 18 hours a day. A terminal that is on
 * once a day meets one price twice by chance about once in a thousand looks at a position; three at once are no chance.
 */
export const frozenMarket = syncRule({
  thresholds,
  findings: {
    frozen_market: {
      rule: 'R24',
      consequence: 'warning',
      audience: 'silent',
      life: 'event',
      when: 'Open positions, their prices and the floating result stay the same for `frozen_minutes` minutes of the market and `frozen_syncs` snapshots, or the price of one of them for `frozen_hours` hours of the market and `frozen_syncs` snapshots, while quotes come.',
      name: 'Mercato immobile',
      admin: 'Flottante e prezzi immobili a mercato aperto. Simbolo fermo, o programma che imita l’EA.',
    },
    positions_frozen: {
      rule: 'R24',
      consequence: 'hold',
      audience: 'public',
      life: 'state',
      when: 'The prices of `frozen_positions` open positions stand still for `frozen_day_hours` hours of the market (currencies, metals and coins) or `frozen_other_hours` (others), while quotes come.',
      name: 'Posizioni con prezzi fermi',
      public: 'Più posizioni aperte hanno da giorni lo stesso prezzo, a mercato aperto.',
      owner: {
        observed: 'Più posizioni aperte hanno da giorni lo stesso prezzo, a mercato aperto: il conto è in verifica.',
        answer: `Rispondi dicendo perché quei prezzi sono fermi. ${attachStatement}`,
      },
      admin: 'Prezzi fermi per giorni su più posizioni: simboli sospesi, o posizioni già chiuse che restano elencate.',
    },
  },
  terms: { threshold_syncs: 'Soglia, sincronizzazioni', threshold_market_hours: 'Soglia, ore di mercato' },
  section: 'market',
  memory: { frozen: null } as Memory,
  detect(memory, facts, limits) {
    const { frozen_minutes, frozen_syncs } = limits
    const { request, received } = facts
    const { frozen: before } = memory
    const { snapshot, time } = request
    const { receipt } = received
    if (!received.snapshot) return { memory, findings: [], checked: [] }
    let findings: Finding<Code>[] = []
    const checked = ['positions_frozen'] as const
    const remember = (frozen: Memory['frozen']) => ({ memory: { frozen }, findings, checked })
    const moves = snapshot.open_count > 0 && time.tick_age < freshTickS && isMarketTime(receipt)
    if (!moves) return remember(null)
    findings = stillPositions(facts, limits)
    const since = before?.since ?? stillSince(facts)
    if (since === null || !standsStill(facts)) return remember(null)
    const looks = (before?.looks ?? 1) + 1
    const told = before?.told ?? false
    const lasts = receipt - since >= frozen_minutes * MINUTE_MS && looks >= frozen_syncs
    if (told || !lasts) return remember({ since, looks, told })
    const evidence = {
      floating_amount: snapshot.floating,
      open_positions: snapshot.open_count,
      since: instantText(since),
      until: instantText(receipt),
      syncs: looks,
      threshold_minutes: frozen_minutes,
      threshold_syncs: frozen_syncs,
    }
    return {
      memory: { frozen: { since, looks, told: true } },
      findings: [...findings, found('frozen_market', evidence)],
      checked,
    }
  },
})

/** The snapshot before, where the market was open. */
function stillSince({ account }: SyncFacts): number | null {
  const before = account.engine?.snapshot.t
  return before !== undefined && isMarketTime(before) ? before : null
}

/** The snapshot before had the same result, and listed the same positions at the same prices. */
function standsStill({ account: { engine, intake }, request, outcome, listed }: SyncFacts): boolean {
  if (engine === null || outcome.snapshot === null) return false
  const { positions = [] } = request.snapshot
  return (
    openResult(engine.snapshot) === openResult(outcome.snapshot) &&
    positions.length === (intake.vanished?.listed.length ?? 0) &&
    positions.every(({ id, price }) => positionOf(listed, id)?.mark === price)
  )
}

const openResult = ({ equity, balance }: Pick<Snapshot, 'equity' | 'balance'>): string => (equity - balance).toFixed(2)

/** Positions whose price has stood still: one for long is found once, several for longer while they last. */
function stillPositions({ account, request, received, listed }: SyncFacts, limits: Limits): Finding<Code>[] {
  const before = account.engine?.snapshot.t ?? received.receipt
  const still = (request.snapshot.positions ?? []).flatMap(({ id, symbol, price }) => {
    const one = positionOf(listed, id)
    if (one?.mark !== price) return []
    const since = one.still ?? one.last
    const hours = marketTimeBetween(since, received.receipt) / HOUR_MS
    const syncs = (one.looks ?? 1) + 1
    return [{ shown: { position: id, symbol, price, since: instantText(since), syncs }, since, hours, syncs }]
  })
  const { frozen_syncs, frozen_hours, frozen_day_hours, frozen_other_hours, frozen_positions: threshold } = limits
  const lasts = (hours: number, syncs: number) => hours >= frozen_hours && syncs >= frozen_syncs
  const fresh = still.filter(
    ({ since, hours, syncs }) => lasts(hours, syncs) && !lasts(marketTimeBetween(since, before) / HOUR_MS, syncs - 1),
  )
  const long = still.filter(
    ({ shown, hours }) => hours >= (tradesAllDay(shown.symbol) ? frozen_day_hours : frozen_other_hours),
  )
  const positionsOf = (those: typeof still) => those.slice(0, namedAtMost).map(({ shown }) => shown)
  const findings: Finding<Code>[] = []
  if (fresh.length > 0) {
    findings.push(
      found(
        'frozen_market',
        { positions: positionsOf(fresh), threshold_market_hours: frozen_hours, threshold_syncs: frozen_syncs },
        fresh.length,
      ),
    )
  }
  if (long.length >= threshold) {
    findings.push(
      found('positions_frozen', { positions: positionsOf(long), found: long.length, threshold }, long.length),
    )
  }
  return findings
}
