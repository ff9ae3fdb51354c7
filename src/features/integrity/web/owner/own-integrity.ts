import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { q } from '#web/api.ts'

/** What the owner may read of their account's verification: one cached answer for all its cards. */
export const ownIntegrity = () => q<typeof getOwnIntegrity>('GET /api/account/integrity', {})
