import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { q } from '#web/api.ts'

/** The verification of the owner's account: one cached answer for all its cards. */
export const ownIntegrity = () => q<typeof getOwnIntegrity>('GET /api/account/integrity', {})
