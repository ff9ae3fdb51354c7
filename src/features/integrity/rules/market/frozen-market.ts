import { instantText, MINUTE_MS } from '#shared/dates.ts'
import { isMarketTime } from '../market-hours.ts'
import { amount, count, found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** The floating result and prices that were shown last, since when, how often, and whether it was reported (`told` in the stored JSON). */
  frozen: { key: string; since: number; looks: number; told: boolean } | null
}

/** A price is fresh for so many seconds. */
const freshTickS = 120

/**
 * The same positions are open, prices come, and neither their own prices nor their result move. A few syncs must say so: two that are
 * far apart may agree by chance.
 */
export const frozenMarket = syncRule({
  thresholds: { frozen_minutes: amount(30), frozen_syncs: count(4) },
  findings: {
    frozen_market: {
      rule: 'R24',
      consequence: 'warning',
      audience: 'silent',
      life: 'event',
      when: 'Open positions, their prices and the floating result stay the same for `frozen_minutes` minutes of the market and `frozen_syncs` snapshots, while quotes come.',
      name: 'Mercato immobile',
      admin: 'Flottante e prezzi immobili a mercato aperto. Simbolo fermo, o programma che imita l’EA.',
    },
  },
  terms: { threshold_syncs: 'Soglia, sincronizzazioni' },
  section: 'market',
  memory: { frozen: null } as Memory,
  detect(memory, { request, received }, { frozen_minutes, frozen_syncs }) {
    const { frozen: before } = memory
    const { snapshot, time } = request
    const { receipt } = received
    if (!received.snapshot) return { memory, findings: [], checked: [] }
    const remember = (frozen: Memory['frozen']) => ({ memory: { frozen }, findings: [], checked: [] })
    const moves = snapshot.open_count > 0 && time.tick_age < freshTickS && isMarketTime(receipt)
    if (!moves) return remember(null)
    const prices = (snapshot.positions ?? []).map(({ id, price }) => `${id} ${price}`).join(',')
    const key = `${snapshot.floating.toFixed(2)} ${prices.slice(0, 200)}`
    if (before?.key !== key) return remember({ key, since: receipt, looks: 1, told: false })
    const looks = before.looks + 1
    const lasts = receipt - before.since >= frozen_minutes * MINUTE_MS && looks >= frozen_syncs
    if (before.told || !lasts) return remember({ ...before, looks })
    const evidence = {
      floating_amount: snapshot.floating,
      open_positions: snapshot.open_count,
      since: instantText(before.since),
      until: instantText(receipt),
      syncs: looks,
      threshold_minutes: frozen_minutes,
      threshold_syncs: frozen_syncs,
    }
    return {
      memory: { frozen: { ...before, looks, told: true } },
      findings: [found('frozen_market', evidence)],
      checked: [],
    }
  },
})
