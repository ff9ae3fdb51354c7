import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IntegrityCard } from './IntegrityCard.tsx'
import { OwnershipCard } from './OwnershipCard.tsx'

/** The owner's cards on the verification of their account, from one answer that is asked for again while it is looked at. */
export function IntegrityCards({ username }: { username: string }) {
  const { data: own, error, refetch } = useQuery(live(q<typeof getOwnIntegrity>('GET /api/account/integrity', {})))
  if (own === undefined) {
    if (error === null) {
      return (
        <output className="skeleton grid h-[280px] place-items-center text-ui text-ink-2">
          Caricamento verifica...
        </output>
      )
    }
    return (
      <Alert
        tone="danger"
        lead="Verifica del conto non disponibile."
        live
        action={
          <Button size="sm" onClick={() => void refetch()}>
            <RotateCw size={14} strokeWidth={2} aria-hidden />
            Riprova
          </Button>
        }
      >
        {readError(error).message}
      </Alert>
    )
  }
  return (
    <>
      <IntegrityCard own={own} username={username} />
      {own.account !== null && own.level !== 'L3' && <OwnershipCard own={own} />}
    </>
  )
}
