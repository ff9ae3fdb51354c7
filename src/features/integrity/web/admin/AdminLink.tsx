import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { waitingQuery } from '#web/waiting.ts'
import type { CaseReader } from '../../viewer.ts'

/** For admins, on their own dashboard: the way to the cases, with how many of them wait. */
export function AdminLink() {
  const { data } = useQuery(waitingQuery<CaseReader>())
  const count = data?.admin?.case_count
  return (
    <ButtonLink href={adminAddress('integrity')}>
      <Scale size={16} strokeWidth={1.75} aria-hidden />
      Verifiche dei conti{count === undefined ? '' : `: ${format.count(count)} in attesa`}
    </ButtonLink>
  )
}
