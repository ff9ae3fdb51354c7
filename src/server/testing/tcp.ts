import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from './database.ts'

/** A TCP port before a test's database, which itself listens on a unix socket only. */
export interface Gate {
  url: string
  /** Ends all connections and refuses new ones. */
  cut: () => void
  /** Passes no further byte, and closes nothing: like a frozen machine. */
  freeze: () => void
}

/** Ends with the test. @param options.most connections that it lets pass, one after the other or at once; it closes every later one */
export async function openGate(
  { host, port, user, database }: TestDatabase['address'],
  { most = Infinity }: { most?: number } = {},
): Promise<Gate> {
  const clients = new Set<Socket>()
  const sockets = new Set<Socket>()
  let isFrozen = false
  const gate = createServer((client) => {
    if (clients.size >= most) return void client.destroy()
    const server = connect(join(host, `.s.PGSQL.${port}`))
    if (!isFrozen) client.pipe(server).pipe(client)
    clients.add(client)
    for (const socket of [client, server]) sockets.add(socket)
    for (const [near, far] of [
      [client, server],
      [server, client],
    ] as const) {
      near.on('error', () => far.destroy())
      near.on('close', () => far.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port: gatePort } = gate.address() as AddressInfo
  const cut = () => {
    gate.close()
    for (const client of clients) client.destroy()
  }
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  onTestFinished(cut)
  return { url: `postgres://${user}@127.0.0.1:${gatePort}/${database}`, cut, freeze }
}

/** A port of this machine that no server has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
