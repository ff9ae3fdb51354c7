import { Copy } from 'lucide-react'
import { copyText } from '#web/copy-text.ts'

/** The order's number, to be copied. */
export function OrderNumber({ orderId }: { orderId: string }) {
  return (
    <span className="order-number inline-flex max-w-full items-center gap-1">
      <code className="code min-w-0">{orderId}</code>
      <button
        type="button"
        className="icon-button icon-button-sm flex-none"
        aria-label="Copia il numero dell’ordine"
        onClick={() => void copyText(orderId, 'Numero dell’ordine copiato')}
      >
        <Copy size={15} strokeWidth={1.75} aria-hidden />
      </button>
    </span>
  )
}
