import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { listCases } from '#features/integrity/contract.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

/** For admins, on their own dashboard: the way to the cases, with how many of them wait. */
export function AdminLink() {
  const { data } = useQuery(live(q<typeof listCases>('GET /api/admin/integrity', { query: { limit: '1' } })))
  return (
    <ButtonLink href={adminAddress('integrity')}>
      <Scale size={16} strokeWidth={1.75} aria-hidden />
      Verifiche dei conti{data === undefined ? '' : `: ${format.count(data.counts.waiting)} in attesa`}
    </ButtonLink>
  )
}
