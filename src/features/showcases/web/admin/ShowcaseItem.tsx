import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { nameOf } from './list.ts'
import { Moderation } from './Moderation.tsx'
import type { Loss } from './Overtaken.tsx'

interface ItemProps {
  row: ModeratedShowcase
  onOver: (loss: Loss | null) => void
}

/** One showcase of the tab. */
export function ShowcaseItem({ row, onOver }: ItemProps) {
  return (
    <li className="adm-showcase">
      <div className="adm-showcase-head">
        <div className="min-w-0">
          <h4 className={row.title === null ? 'text-ink-3' : undefined}>{nameOf(row)}</h4>
          <p>
            {row.display_name} <span className="text-ink-3">@{row.username}</span>
          </p>
        </div>
        <StatusBadge status={row.status} />
      </div>
      <Moderation row={row} onOver={onOver} />
    </li>
  )
}
