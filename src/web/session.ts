import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Viewer } from '#shared/viewer.ts'
import { onRefusal, q, readError, send } from './api.ts'
import { toast } from './toasts.ts'
import { onTokenChange, readToken, writeToken } from './storage/token.ts'

const DASHBOARD = 'GET /api/dashboard'

type DashboardEndpoint<V> = Endpoint & { method: 'GET'; path: '/api/dashboard'; response: ZodMiniType<V> }

/**
 * The dashboard's answer, as far as a screen reads it. Features below the dashboard do not know its contract: the compiler checks each such
 * type against the contract.
 */
export const viewerQuery = <V extends object>() => q<DashboardEndpoint<V>>(DASHBOARD, {})

let expired = false

/** True where the last session expired by itself and was not ended here. */
export function hasExpired(): boolean {
  return expired
}

export function signIn(token: string): void {
  writeToken(token)
}

/** Ends the session here at once, and on the server as soon as the call arrives. */
export function signOut(): void {
  // The call carries the token, so it goes out first. Where the server cannot be reached the token expires by itself.
  send<Endpoint>('POST /api/auth/logout', {}).catch(() => undefined)
  writeToken(null)
}

/** Clears the answers of one person before the next one at the same page. */
export function useSessionChange(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onRefusal((closed) => {
        if (closed !== undefined) toast(closed, 'closed')
        // Another call's refusal does not prove that the session is over; a refusal of this one does.
        else void client.invalidateQueries({ queryKey: [DASHBOARD] })
      }),
    [client],
  )
  const [changes, countChange] = useReducer((count: number) => count + 1, 0)
  const wasSignedIn = useRef(readToken() !== null)
  useEffect(
    () =>
      onTokenChange(() => {
        if (readToken() !== null) expired = false
        countChange()
      }),
    [],
  )
  // After the drawing: a screen of the signed-in person is gone by then, and asks for nothing without a token.
  useEffect(() => {
    if (changes === 0) return
    client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
    // A visitor leaves no answer behind, and a screen of the new person may ask already.
    if (wasSignedIn.current) void client.resetQueries({ queryKey: [DASHBOARD] })
    wasSignedIn.current = readToken() !== null
    void client.invalidateQueries()
  }, [client, changes])
}

/** Null on the server and in the first paint, so that both draw the same. */
export function useToken(): string | null {
  return useSyncExternalStore(onTokenChange, readToken, () => null)
}

/** Who is signed in, from the dashboard call; null for visitors and until it answers. */
export function useViewer(): Viewer | null {
  const token = useToken()
  const { data, error } = useQuery({
    ...viewerQuery<Viewer>(),
    // Read when the query runs, not when the component is drawn: after a sign-out it does not run.
    enabled: () => readToken() !== null,
    // A literal: `shared/dates.ts` would come with the first view.
    staleTime: 60_000,
  })
  const refused = error !== null && [401, 403].includes(readError(error).status)
  useEffect(() => {
    // Only this call proves that a token is dead: any other refusal leaves the session alone.
    if (!refused || readToken() === null) return
    expired = true
    writeToken(null)
  }, [refused])
  return token === null ? null : (data ?? null)
}
