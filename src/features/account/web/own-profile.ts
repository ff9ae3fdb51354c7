import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getErasure, getProfile } from '#features/account/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError } from '#web/api.ts'

export type Profile = ResponseOf<typeof getProfile>
export type Erasure = ResponseOf<typeof getErasure>

export const profileKey = ['GET /api/account/profile', {}] as const

/** Shows what was just saved, here and wherever else the page holds it: the masthead, the public profile. */
export function keepProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileKey, profile)
  for (const key of ['GET /api/dashboard', 'GET /api/trader/:username']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

/**
 * A call that says 401 makes the page ask who is signed in: only that answer ends a session, and the frame then says so.
 * @returns true where the session is over
 */
export function useDeadSession(error: unknown): boolean {
  const client = useQueryClient()
  const isDead = error !== null && readError(error).status === 401
  useEffect(() => {
    if (isDead) void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
  }, [isDead, client])
  return isDead
}
