/** The address of the page that follows an order until its plan is active. */
export function paymentAddress(orderId: string): string {
  return `/?view=payment&order=${encodeURIComponent(orderId)}`
}

/** The address of a paid order's receipt. */
export function receiptAddress(orderId: string): string {
  return `/?view=receipt&order=${encodeURIComponent(orderId)}`
}
