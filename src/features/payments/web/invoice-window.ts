import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'
import { openingPayment } from './texts.ts'

/** The window of an invoice. It is opened by the click itself, since browsers refuse one that opens later. */
export interface InvoiceWindow {
  /** False where the address cannot be an invoice's: the window is closed then. */
  show(url: string): boolean
  close(): void
}

/** Null where the browser refuses it. */
export function openInvoiceWindow(): InvoiceWindow | null {
  const opened = window.open('about:blank', '_blank')
  if (opened === null) return null
  // The provider's page must not be able to steer this one.
  opened.opener = null
  try {
    opened.document.documentElement.lang = 'it'
    opened.document.title = openingPayment
    opened.document.body.textContent = openingPayment
  } catch {
    // The window holds text alone while it waits.
  }
  return {
    show(url) {
      if (!isInvoiceAddress(url)) {
        opened.close()
        return false
      }
      opened.location.replace(url)
      return true
    },
    close: () => opened.close(),
  }
}

/** True for https, or this site's own pages (the sandbox). Any other address would be run or read here. */
export function isInvoiceAddress(url: string, here: string = window.location.origin): boolean {
  const given = URL.parse(url)
  if (given === null) return false
  return given.protocol === 'https:' || given.origin === here || isSameMachine(given, new URL(here))
}

/** This machine has several names. All of them are this server where the port is the same. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

function isSameMachine(one: URL, other: URL): boolean {
  const isLocal = [one, other].every(({ hostname }) => loopback.includes(hostname))
  return isLocal && one.protocol === other.protocol && one.port === other.port
}

const BLOCKED = 'trader_blocked_invoice'

/** Records that the invoice of this order has no window yet; null: that one was opened. A reload of the tab still knows. */
export function noteBlocked(orderId: string | null): void {
  storeTabText(BLOCKED, orderId)
}

/** True where the browser blocked the window of this order's invoice, and none was opened since. */
export function wasBlocked(orderId: string): boolean {
  return readTabText(BLOCKED) === orderId
}
