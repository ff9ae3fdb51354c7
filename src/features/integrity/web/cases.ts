import type { getOwnIntegrity, listCases } from '#features/integrity/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { BadgeTone } from '#web/ui/Badge.tsx'

export type Own = ResponseOf<typeof getOwnIntegrity>
export type OwnCase = Own['cases'][number]
export type AdminCase = ResponseOf<typeof listCases>['cases'][number]

export const statusTexts: Record<OwnCase['status'], string> = {
  open: 'Aperta',
  answered: 'Con risposta',
  cleared: 'Chiusa, tutto a posto',
  upheld: 'Confermata',
}

export const statusTones: Record<OwnCase['status'], BadgeTone> = {
  open: 'warn',
  answered: 'info',
  cleared: 'ok',
  upheld: 'danger',
}

export const isDecided = ({ status }: Pick<OwnCase, 'status'>) => status === 'cleared' || status === 'upheld'

/** Bounds of what people write of a case. */
export const statementLength = { min: 10, max: 2_000 }

/** Why a statement cannot be sent; undefined where it can. */
export function statementError(text: string): string | undefined {
  const { length } = text.trim()
  if (length < statementLength.min) return `Scrivi almeno ${statementLength.min} caratteri.`
  if (length > statementLength.max) return `Al massimo ${statementLength.max} caratteri.`
  return undefined
}
