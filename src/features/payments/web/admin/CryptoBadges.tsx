import { CircleCheck, CircleX, Eye, Hourglass, TriangleAlert } from 'lucide-react'
import type { CryptoPayment } from '#features/payments/admin-contract.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { statesOf } from './labels.ts'

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: Eye, info: Hourglass, neutral: CircleX }

/** The buyer as the order recorded them; an orphan has none. */
export function Buyer({ row }: { row: CryptoPayment }) {
  return (
    <>
      {row.user_id === null && <Badge tone="danger">Orphan</Badge>}
      {row.user_id !== null && row.user_gone && <Badge tone="danger">Utente disattivato</Badge>}
      {row.user_email !== null && <span className={row.user_gone ? 'block' : ''}>{row.user_email}</span>}
    </>
  )
}

/** The status of an order, and whether a person has to look. */
export function CryptoStates({ row }: { row: CryptoPayment }) {
  return (
    <>
      {row.deleted_at !== null && <Badge tone="neutral">Nascosto</Badge>}
      {statesOf(row).map(({ tone, word }) => {
        const Icon = icons[tone]
        return (
          <Badge key={word} tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
            {word}
          </Badge>
        )
      })}
    </>
  )
}
