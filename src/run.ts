import { StartFault } from '#server/start-fault.ts'
import type { Server } from './serve.ts'

/** Sent by `scripts/start.mjs --dev` when a source changed: the next server comes at once and takes the database over. */
const restartSignal = 'SIGUSR2'
/** Whatever hangs, the process ends. */
const stopMs = 9_500
/** A terminal's Ctrl-C arrives twice, from the terminal and from npm: only a later one is meant as "at once". */
const sameSignalMs = 500

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address to be opened in a browser. Invoices and messages lead to APP_URL, where only one of a machine's own names has the
 * session: that one, where it is this server by another name.
 */
export function addressToOpen(url: string, appUrl: string): string {
  const [listening, named] = [new URL(url), new URL(appUrl)]
  const isSame = named.protocol === listening.protocol && named.port === listening.port
  return isSame && [listening, named].every(({ hostname }) => loopback.includes(hostname)) ? named.origin : url
}

/**
 * Runs a server as this process: prints where it is, drains and exits with 0 on the first signal, ends at once on the second.
 * @param start as `startServer`
 * @param greet what to print once it listens
 */
export function runServer(start: () => Promise<Server>, greet: (server: Server) => Promise<string>): void {
  let stoppingSince: number | null = null
  const starting = start()

  async function stop(code: number, leaveDatabase: boolean): Promise<void> {
    if (stoppingSince !== null) {
      // PostgreSQL is told on exit.
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), stopMs).unref()
    try {
      const server = await starting
      await server.close({ leaveDatabase })
      process.exit(code)
    } catch (error) {
      report(error)
      process.exit(1)
    }
  }
  function crash(error: unknown): void {
    report(error)
    void stop(1, false)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', restartSignal] as const) {
    process.on(signal, () => void stop(0, signal === restartSignal))
  }
  // The launcher was killed: nobody would ever stop this process.
  process.once('disconnect', () => void stop(0, false))
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  starting.then(
    (server) => greet(server).then((text) => process.stdout.write(text), crash),
    // What had been started by then is stopped already.
    (error: unknown) => {
      report(error)
      process.exit(1)
    },
  )
}

function report(error: unknown): void {
  const text = error instanceof StartFault ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}
