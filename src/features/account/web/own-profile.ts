import type { QueryClient } from '@tanstack/react-query'
import type { getErasure, getProfile } from '#features/account/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError } from '#web/api.ts'

export type Profile = ResponseOf<typeof getProfile>
export type Erasure = ResponseOf<typeof getErasure>

const profileKey = ['GET /api/account/profile', {}] as const

/**
 * Puts saved fields into the cached profile, and reads the dashboard and the public profile again.
 * @param saved the fields that this write changed, and no other: fields saved meanwhile stay
 */
export function cacheSaved(client: QueryClient, saved: Partial<Profile>): void {
  client.setQueryData<Profile>(profileKey, (cached) => cached && { ...cached, ...saved })
  for (const key of ['GET /api/dashboard', 'GET /api/trader/:username']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

/** True where a call failed because the session is over. */
export function isSignedOut(error: unknown): boolean {
  return error !== null && readError(error).status === 401
}
