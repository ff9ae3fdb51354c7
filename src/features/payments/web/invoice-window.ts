/** The window of an invoice: opened by the click itself, since browsers refuse one that opens later. */
export interface InvoiceWindow {
  /** False where the address is none that an invoice can have: the window is closed then. */
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
    opened.document.title = 'Apertura del pagamento…'
    opened.document.body.textContent = 'Apertura del pagamento…'
  } catch {
    // Nothing but words while it waits.
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

/** Encrypted, or this site's own (the simulated provider). Anything else would be run or read here. */
export function isInvoiceAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === window.location.origin
}

let blocked: string | null = null

/** Notes that the invoice of this order has no window yet. */
export function noteBlocked(orderId: string | null): void {
  blocked = orderId
}

export function wasBlocked(orderId: string): boolean {
  return blocked === orderId
}
