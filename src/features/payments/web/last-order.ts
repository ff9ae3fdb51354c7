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
  const stored = storedOrder()
  return stored?.trader_id === traderId ? stored : null
}

/** The id of the last order that was opened in this browser, until its outcome is announced. Null where there is none. */
export function untoldOrder(traderId: string): string | null {
  const last = rememberedOrder(traderId)
  return last === null || last.is_told === true ? null : last.order_id
}

/** Stores the last order that was opened in this browser. */
export function rememberOrder(order: RememberedOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Storage is refused or full: the address and the dashboard's list still hold the order.
  }
}

/** Records that the outcome of this order was announced. */
export function markAnnounced(orderId: string): void {
  const stored = storedOrder()
  if (stored?.order_id === orderId && stored.is_told !== true) rememberOrder({ ...stored, is_told: true })
}

/** Whether the outcome of this order was announced; null where it is not the last one of this browser. */
export function wasAnnounced(orderId: string): boolean | null {
  const stored = storedOrder()
  return stored?.order_id === orderId ? stored.is_told === true : null
}

/** Calls `listener` when another tab changes the last order. @returns what ends it */
export function onOtherTab(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

function storedOrder(): RememberedOrder | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isRemembered(stored) ? stored : null
  } catch {
    return null
  }
}

function isRemembered(stored: unknown): stored is RememberedOrder {
  if (typeof stored !== 'object' || stored === null) return false
  if (!('order_id' in stored && 'trader_id' in stored)) return false
  return typeof stored.order_id === 'string' && typeof stored.trader_id === 'string'
}
