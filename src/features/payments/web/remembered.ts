/** The last order that somebody opened in this browser: a reload, another tab and the dashboard's Retry find it by this. */
export interface RememberedOrder {
  order_id: string
  trader_id: string
  /** The ends that the plans had before: a later one tells that something was activated. */
  before: { diamond_expires: string | null; leaderboard_expires: string | null }
}

const KEY = 'trader_last_order'

/** Null where nothing is kept, where it is another person's, and where storage is refused. */
export function rememberedOrder(traderId: string): RememberedOrder | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isRemembered(kept) && kept.trader_id === traderId ? kept : null
  } catch {
    return null
  }
}

export function rememberOrder(order: RememberedOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Refused or full: the address and the dashboard's list still hold the order.
  }
}

function isRemembered(kept: unknown): kept is RememberedOrder {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('order_id' in kept && 'trader_id' in kept && 'before' in kept)) return false
  const { before } = kept
  return (
    typeof kept.order_id === 'string' &&
    typeof kept.trader_id === 'string' &&
    typeof before === 'object' &&
    before !== null &&
    'diamond_expires' in before &&
    'leaderboard_expires' in before
  )
}
