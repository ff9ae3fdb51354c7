import { encryption, startHaproxy } from '#server/testing/haproxy.ts'
import { freePort } from '#server/testing/tcp.ts'
import { atEnd, Unavailable } from './bench.ts'

/** Few, and kept alive: the proxy refuses a source that opens more than 400 within ten seconds. */
export const proxyConnections = 16

/** deploy/haproxy.cfg, with one instance in both places. It listens without TLS, and stops at the bench's end. */
export async function startProxy(instance: number): Promise<{ port: number; pid: number }> {
  const port = await freePort()
  const setting = { instances: [instance, instance], site: port, changes: [[encryption, '']] } as const
  const { pid, stop } = await startHaproxy(setting).catch((error: Error) => {
    throw error.cause === undefined ? error : new Unavailable(error.message)
  })
  atEnd(stop)
  return { port, pid }
}
