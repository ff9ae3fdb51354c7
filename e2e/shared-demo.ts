import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDemo, type RunningDemo } from '../scripts/demo/start.ts'
import { freePort } from './own-server.ts'

/** Where a worker asks for the demonstration. */
const deskVariable = 'DEMO_DESK'

export type SharedDemo = Omit<RunningDemo, 'stop'>

/**
 * Starts one demonstration for all workers, when the first journey asks for it: its past takes a minute to play.
 * Playwright calls this before the first journey, and the returned function after the last one.
 */
export default async function openDesk(): Promise<() => Promise<void>> {
  let demo: Promise<RunningDemo> | null = null
  const desk = createServer((_request, reply) => {
    demo ??= freePort().then((port) => startDemo(port))
    demo.then(
      ({ stop: _stop, ...shared }) => reply.end(JSON.stringify(shared)),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  process.env[deskVariable] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`
  return async () => {
    desk.close()
    await demo?.then(({ stop }) => stop()).catch(() => undefined)
  }
}

/** @throws where the demonstration does not start */
export async function sharedDemo(): Promise<SharedDemo> {
  const reply = await fetch(process.env[deskVariable] ?? '')
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as SharedDemo
}
