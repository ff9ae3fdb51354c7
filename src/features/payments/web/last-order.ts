/** The last order that was opened in this browser: a reload, another tab and the dashboard find it by this. */
export interface RememberedOrder {
  order_id: string
  trader_id: string
  /** Its outcome was announced. */
  is_told?: boolean
}

const KEY = 'trader_last_order'

/** Null where there is none, where it belongs to another account, and where storage is refused. */
export function rememberedOrder(traderId: string): RememberedOrder | null {
  const kept = keptOrder()
  return kept?.trader_id === traderId ? kept : null
}

export function rememberOrder(order: RememberedOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Storage is refused or full: the address and the dashboard's list still hold the order.
  }
}

/** Records that the outcome of this order was announced. */
export function markAnnounced(orderId: string): void {
  const kept = keptOrder()
  if (kept?.order_id === orderId && kept.is_told !== true) rememberOrder({ ...kept, is_told: true })
}

/** Whether the outcome of this order was announced; null where it is not the last one of this browser. */
export function wasAnnounced(orderId: string): boolean | null {
  const kept = keptOrder()
  return kept?.order_id === orderId ? kept.is_told === true : null
}

/** Calls `listener` when another tab changes the last order. @returns what ends it */
export function onOtherTab(heard: () => void): () => void {
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

function keptOrder(): RememberedOrder | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isRemembered(kept) ? kept : null
  } catch {
    return null
  }
}

function isRemembered(kept: unknown): kept is RememberedOrder {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('order_id' in kept && 'trader_id' in kept)) return false
  return typeof kept.order_id === 'string' && typeof kept.trader_id === 'string'
}
