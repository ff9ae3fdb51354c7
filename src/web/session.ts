import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
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

/** The signed-in person, as far as the frame needs to know. */
export interface Viewer {
  trader_id: string
  username: string
  display_name: string
  is_diamond: boolean
  is_admin: boolean
}

/** Who is signed in, from the dashboard call; null for visitors and until it answers. */
export function useViewer(): Viewer | null {
  const token = useToken()
  const { data, error } = useQuery({
    // The kernel knows no feature: it reads the few fields above of whatever else that answer holds.
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
