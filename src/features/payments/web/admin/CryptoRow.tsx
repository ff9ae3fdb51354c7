import { useId, useState } from 'react'
import type { CryptoPayment } from '#features/payments/admin-contract.ts'
import * as format from '#shared/format.ts'
import { CryptoActions } from './CryptoActions.tsx'
import { CryptoDetail } from './CryptoDetail.tsx'
import { Buyer, CryptoStates } from './CryptoParts.tsx'
import { covered, shortId, shortPlan } from './states.ts'

interface CryptoRowProps {
  row: CryptoPayment
  onHidden: () => void
  onReviewed: () => void
  onRestored: () => void
}

/** One order, or one that only the provider knows; it opens to all that is on record. */
export function CryptoRow({ row, onHidden, onReviewed, onRestored }: CryptoRowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            className="adm-order"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            title={row.order_id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="sr-only">Dettagli di </span>
            {shortId(row.order_id)}
          </button>
          <span className="figures block text-ink-3">{format.date(row.created_at)}</span>
        </td>
        <td className="[overflow-wrap:anywhere]">
          <Buyer row={row} />
          {(row.plan !== null || row.coverage !== null) && (
            <span className="block text-ink-3">
              {[row.plan === null ? null : shortPlan(row.plan), row.coverage === null ? null : covered(row.coverage)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          )}
        </td>
        <td className="num">
          <b>{format.decimal(row.price)}</b>
        </td>
        <td>
          <span className="flex flex-wrap gap-1 max-[820px]:justify-end">
            <CryptoStates row={row} />
          </span>
        </td>
        <td>
          <CryptoActions row={row} onHidden={onHidden} onRestored={onRestored} />
        </td>
      </tr>
      {isOpen && (
        <tr className="adm-detail" id={id}>
          <td colSpan={5}>
            <CryptoDetail row={row} onReviewed={onReviewed} />
          </td>
        </tr>
      )}
    </>
  )
}
