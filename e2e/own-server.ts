import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin } from './admin.ts'

/** The product for one worker's journeys. */
export interface OwnServer {
  url: string
}

let ownMailbox = ''
/** Where the mails of this worker's server can be read. */
export const mailboxUrl = (): string => ownMailbox

/**
 * Starts the built product on a database and ports that no other worker has.
 * @param logFile receives the server's output
 * @returns the server, once it is ready, and how to stop it
 */
export async function startOwnServer(logFile: string): Promise<OwnServer & { stop: () => Promise<void> }> {
  mkdirSync(dirname(logFile), { recursive: true })
  const [port, mailboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const child = fork(new URL('server.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', openSync(logFile, 'w'), 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      MAILBOX_PORT: String(mailboxPort),
      APP_URL: url,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
      EA_MIN_INTERVAL_S: '0',
    },
  })
  const ended = once(child, 'exit')
  const deadline = performance.now() + 60_000
  while (!(await isReady(url))) {
    if (child.exitCode !== null)
      throw new Error(
        `the server ended with ${child.exitCode} before it was ready: ${readFileSync(logFile, 'utf8').slice(-600)}`,
      )
    if (performance.now() > deadline) throw new Error('the server was not ready within a minute')
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  ownMailbox = `http://127.0.0.1:${mailboxPort}`
  return { url, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
