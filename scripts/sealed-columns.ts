import { sealedFactors, sealedInvestorPasswords } from '#features/auth/server/service.ts'
import { sealedTokens } from '#features/ea/server/service.ts'
import { sealedMails } from '#server/outbox/outbox.ts'
import type { SealedColumn } from '#server/settings/resealing.ts'

/** Every column that SECRET_KEY seals: all are sealed anew after a rotation. */
export const sealedColumns: readonly { what: string; column: SealedColumn }[] = [
  { what: 'password investitore', column: sealedInvestorPasswords },
  { what: 'token degli Expert Advisor', column: sealedTokens },
  { what: 'segreti del secondo fattore', column: sealedFactors },
  { what: 'messaggi riservati in attesa', column: sealedMails },
]
