import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contentTypes } from '#server/http/content.ts'
import { retrySeconds } from '#server/http/failure.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { plainPage } from '#server/http/plain-page.ts'
import type { Config } from '#server/settings/config.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { errors, type ErrorBody } from '#shared/errors.ts'

/** The port of a server that is still starting. Until it is handed over, probes get their answers here, and everything else a 503. */
export interface OpenPort {
  /** The number, which the system chose where PORT is 0. */
  port: number
  /** From now on the server takes the connections. It also closes the port. */
  handOver: (server: Server) => Promise<void>
  /** Closes the port where it was not handed over. */
  close: () => void
}

/**
 * Listens at HOST and PORT before anything else is loaded.
 * @throws StartupError where the address is taken, reserved or not of this machine
 */
export async function openPort({ HOST, PORT, APP_URL }: Pick<Config, 'HOST' | 'PORT' | 'APP_URL'>): Promise<OpenPort> {
  const fixed: Record<string, string> = {
    ...securityHeaders({ https: APP_URL.startsWith('https:'), development: false }),
    'cache-control': 'no-store',
    // The next request must find the server that takes over.
    connection: 'close',
  }
  const starting = createServer((request, response) => {
    const [status, type, body] = firstAnswer(request.url ?? '')
    const retry = status === 503 ? { 'retry-after': String(retrySeconds) } : {}
    response.writeHead(status, { ...fixed, 'content-type': type, 'x-request-id': crypto.randomUUID(), ...retry })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => {
    starting.once('error', (error) => reject(explained(error, { HOST, PORT })))
    starting.listen(PORT, HOST, resolve)
  })
  let isHandedOver = false
  return {
    port: (starting.address() as AddressInfo).port,
    handOver(server) {
      isHandedOver = true
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        // The socket stays open: no connection is refused in between.
        server.listen(starting, () => {
          server.removeListener('error', reject)
          resolve()
        })
      })
    },
    close() {
      if (!isHandedOver) starting.close()
    },
  }
}

function firstAnswer(address: string): [status: number, type: string, body: string] {
  const path = address.split('?')[0] ?? ''
  const json = (status: number, body: object): [number, string, string] => [
    status,
    contentTypes.json,
    JSON.stringify(body),
  ]
  if (path === '/livez') return json(200, { status: 'up' })
  if (path === '/startupz') return json(503, { status: 'starting' })
  if (path === '/readyz') return json(503, { status: 'not ready', ranking: 'not loaded' })
  const [status, detail] = errors.UNAVAILABLE
  if (!path.startsWith('/api/')) {
    return [status, contentTypes.html, plainPage('Il sito si sta avviando. Riprova tra qualche secondo.')]
  }
  return json(status, { detail, message: detail, error_type: 'UNAVAILABLE' } satisfies ErrorBody)
}

function explained(error: NodeJS.ErrnoException, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Error {
  const { code } = error
  if (code === 'EADDRINUSE') return new StartupError(`La porta ${PORT} è già occupata: indica un’altra PORT.`)
  if (code === 'EACCES')
    return new StartupError(`La porta ${PORT} è riservata al sistema: indica una PORT da 1024 in su.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${HOST} non è un indirizzo di questa macchina.`)
  return error
}
