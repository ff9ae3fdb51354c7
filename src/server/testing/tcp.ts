import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from './database.ts'

/** A URL for a test's database, which itself listens on a unix socket only. Ends with the test. */
export async function urlOf({ host, port, user, database }: TestDatabase['address']): Promise<string> {
  const gate = createServer((client) => {
    const server = connect(join(host, `.s.PGSQL.${port}`))
    client.pipe(server).pipe(client)
    client.on('error', () => server.destroy())
    client.on('close', () => server.destroy())
    server.on('error', () => client.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  onTestFinished(() => void gate.close())
  return `postgres://${user}@127.0.0.1:${(gate.address() as AddressInfo).port}/${database}`
}
