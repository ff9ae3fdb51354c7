import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Viewer } from '#shared/viewer.ts'
import { onRefusal, q, readError, send } from './api.ts'
import { toast } from './toasts.ts'
import { onTokenChange, readToken, writeToken } from './token.ts'

const DASHBOARD = 'GET /api/dashboard'

let expired = false

/** The last session died by itself: nobody ended it here. */
export function hasExpired(): boolean {
  return expired
}

export function signIn(token: string): void {
  writeToken(token)
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function signOut(): void {
  // The call takes the token with it before it is forgotten; a server that cannot be reached lets it expire.
  send<Endpoint>('POST /api/auth/logout', {}).catch(() => undefined)
  writeToken(null)
}

/** Nothing that one person read stays for the next one at the same page. */
export function useSessionChange(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onRefusal((closed) => {
        if (closed !== undefined) toast(closed, 'closed')
        // Another call's refusal proves nothing; this one's does.
        else void client.invalidateQueries({ queryKey: [DASHBOARD] })
      }),
    [client],
  )
  useEffect(
    () =>
      onTokenChange(() => {
        if (readToken() !== null) expired = false
        client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
        void client.resetQueries({ queryKey: [DASHBOARD] })
        void client.invalidateQueries()
      }),
    [client],
  )
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
    ...q<Endpoint>(DASHBOARD, {}),
    // At the moment of asking, not of drawing: who just left is not asked after.
    enabled: () => readToken() !== null,
    staleTime: 60_000,
  })
  const refused = error !== null && [401, 403].includes(readError(error).status)
  useEffect(() => {
    // Only this call tells that a token is dead: any other refusal leaves the session alone.
    if (!refused || readToken() === null) return
    expired = true
    writeToken(null)
  }, [refused])
  return token === null ? null : ((data as Viewer | undefined) ?? null)
}
