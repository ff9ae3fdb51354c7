import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Viewer } from '#shared/viewer.ts'
import { q, readError } from './api.ts'
import { onTokenChange, readToken, writeToken } from './token.ts'

export function signIn(token: string): void {
  writeToken(token)
}

export function signOut(): void {
  writeToken(null)
}

/** Null on the server and in the first paint, so that both draw the same. */
export function useToken(): string | null {
  return useSyncExternalStore(onTokenChange, readToken, () => null)
}

/** Who is signed in, from the dashboard call; null for visitors and until it answers. */
export function useViewer(): Viewer | null {
  const token = useToken()
  const { data, error } = useQuery({
    // The kernel knows no feature: that this answer holds a `Viewer` is checked at the answer's own contract.
    ...q<Endpoint>('GET /api/dashboard', {}),
    enabled: token !== null,
    staleTime: 60_000,
  })
  const refused = error !== null && [401, 403].includes(readError(error).status)
  useEffect(() => {
    // Only this call tells that a token is dead: any other refusal leaves the session alone.
    if (refused) signOut()
  }, [refused])
  return token === null ? null : ((data as Viewer | undefined) ?? null)
}
