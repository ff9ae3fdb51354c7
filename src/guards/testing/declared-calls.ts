import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#shared/endpoint.ts'

const contracts: Record<string, unknown>[] = await Promise.all(
  globSync('src/features/*/*contract.ts').map((file) => import(pathToFileURL(file).href)),
)

/** Every endpoint that a feature's contract declares. */
export const declaredEndpoints: readonly Endpoint[] = contracts
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
  )

export interface DeclaredCall {
  method: Endpoint['method']
  path: string
  endpoint: Endpoint
}

/** The same, under each of their spellings. */
export const calls: readonly DeclaredCall[] = declaredEndpoints.flatMap((endpoint) =>
  [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map((call) => ({
    ...call,
    endpoint,
  })),
)

/** `GET /api/trader/{username}`, in the documents' spelling. */
export const keyOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** A request that could reach the handler of a call: its ids are those of `owner`. */
export function requestTo({ method, path }: DeclaredCall, owner: string) {
  const url = path.replaceAll(/:(\w+)/g, (_match, name: string) => (name.endsWith('id') ? owner : 'nessuno'))
  const writes = method === 'POST' || method === 'PUT'
  return { method, url, ...(writes && { payload: { trader_id: owner, user_id: owner, links: {} } }) }
}
