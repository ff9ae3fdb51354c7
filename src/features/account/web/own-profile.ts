import type { QueryClient } from '@tanstack/react-query'
import type { getErasure, getProfile } from '#features/account/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError } from '#web/api.ts'

export type Profile = ResponseOf<typeof getProfile>
export type Erasure = ResponseOf<typeof getErasure>

const profileKey = ['GET /api/account/profile', {}] as const

/**
 * Shows what was just saved, here and wherever else the page holds it: the masthead, the public profile.
 * @param saved the fields that this write changed, and no other: what was saved meanwhile stays
 */
export function keepSaved(client: QueryClient, saved: Partial<Profile>): void {
  client.setQueryData<Profile>(profileKey, (held) => held && { ...held, ...saved })
  for (const key of ['GET /api/dashboard', 'GET /api/trader/:username']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

/** True where the session of a call was over. */
export function isSignedOut(error: unknown): boolean {
  return error !== null && readError(error).status === 401
}
