// Where the screens of one's own orders live.

export function paymentAddress(orderId: string): string {
  return `/?view=payment&order=${encodeURIComponent(orderId)}`
}

export function receiptAddress(orderId: string): string {
  return `/?view=receipt&order=${encodeURIComponent(orderId)}`
}
