import { StartFault } from '#server/start-fault.ts'
import type { Server } from './serve.ts'

/** Sent by `scripts/start.mjs --dev` when a source changed: the next server comes at once and takes the database over. */
const restartSignal = 'SIGUSR2'
/** Whatever hangs, the process ends. */
const stopMs = 9_500
/** A terminal's Ctrl-C arrives twice, from the terminal and from npm: only a later one is meant as "at once". */
const sameSignalMs = 500
/** Of a process that is to be started again, for `scripts/start.mjs` and other supervisors: "try again" of sysexits.h. */
const restartCode = 75

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
 * @param start as `startServer`; what it is given drains the server and ends the process with 75, for whoever starts it again
 * @param greet what to print once it listens
 */
export function runServer(
  start: (restart: () => void) => Promise<Server>,
  greet: (server: Server) => Promise<string>,
): void {
  let stoppingSince: number | null = null
  let endCode = 0
  const starting = start(() => void stop(restartCode, false))

  async function stop(code: number, leaveDatabase: boolean): Promise<void> {
    // Where the stop fails, a server that is to be started again is so all the same.
    const badEnd = () => process.exit(endCode === restartCode ? restartCode : 1)
    if (stoppingSince !== null) {
      // A restart that is called off ends as any stop.
      if (endCode === restartCode && code === 0) {
        endCode = 0
        stoppingSince = performance.now()
        return
      }
      // PostgreSQL is told on exit.
      if (performance.now() - stoppingSince > sameSignalMs) badEnd()
      return
    }
    stoppingSince = performance.now()
    endCode = code
    setTimeout(badEnd, stopMs).unref()
    try {
      const server = await starting
      await server.close({ leaveDatabase })
      process.exit(endCode)
    } catch (error) {
      report(error)
      badEnd()
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
