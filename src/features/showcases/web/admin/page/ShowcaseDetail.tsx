import { adminAddress } from '#shared/admin-pages.ts'
import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { OnPage } from '../headings.tsx'
import { nameOf } from '../list.ts'
import { Moderation } from '../Moderation.tsx'
import type { Loss } from '../Overtaken.tsx'

interface DetailProps {
  row: ModeratedShowcase
  onOver: (loss: Loss | null) => void
}

/** An open row: what changes, what was found, the decision, and the ways to its owner. */
export function ShowcaseDetail({ row, onOver }: DetailProps) {
  return (
    <OnPage value>
      <h2 className="sr-only">{nameOf(row)}</h2>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-ui">
        <a href={adminAddress('users', { q: row.trader_id, open: row.trader_id })}>Scheda di @{row.username}</a>
        <a href={adminAddress('integrity', { trader: row.trader_id })}>Verifiche di @{row.username}</a>
        <a href={adminAddress('audit', { subject: row.trader_id })}>Registro di @{row.username}</a>
      </p>
      <Moderation row={row} isUnfolded onOver={onOver} />
    </OnPage>
  )
}
