import { StartupError } from '#server/settings/startup-error.ts'
import type { Server } from './serve.ts'

/** Sent by `scripts/start.mjs --dev` when a source changed: the next server comes at once and takes the database over. */
const restartSignal = 'SIGUSR2'
/** A stop that hangs ends the process after this long. Milliseconds. */
const stopMs = 9_500
/** A terminal's Ctrl-C arrives twice, from the terminal and from npm. Only a later one means "at once". Milliseconds. */
const sameSignalMs = 500
/** Exit code that asks `scripts/start.mjs`, or another supervisor, for a new start: "try again" of sysexits.h. */
const restartCode = 75

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address to open in a browser. Invoices and messages lead to APP_URL, and a session belongs to one host name. So this is APP_URL
 * where it names this same server.
 */
export function addressToOpen(url: string, appUrl: string): string {
  const [listening, named] = [new URL(url), new URL(appUrl)]
  const isSame = named.protocol === listening.protocol && named.port === listening.port
  return isSame && [listening, named].every(({ hostname }) => loopback.includes(hostname)) ? named.origin : url
}

/**
 * Runs a server as this process: prints where it is, drains and exits with 0 on the first signal, ends at once on the second.
 * @param start as `startServer`; its argument drains the server and ends the process with 75, which asks the supervisor for a new start
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
    // A restart stays a restart where its stop fails.
    const badEnd = () => process.exit(endCode === restartCode ? restartCode : 1)
    if (stoppingSince !== null) {
      // A restart that is called off ends as any stop.
      if (endCode === restartCode && code === 0) {
        endCode = 0
        stoppingSince = performance.now()
        return
      }
      // The embedded PostgreSQL is signalled on exit.
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
  // The launcher was killed. Nothing else would stop this process.
  process.once('disconnect', () => void stop(0, false))
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  starting.then(
    (server) => greet(server).then((text) => process.stdout.write(text), crash),
    // The parts that had started are stopped by then.
    (error: unknown) => {
      if (!(error instanceof StartupError)) process.stderr.write(unforeseen)
      report(error)
      process.exit(1)
    },
  )
}

const unforeseen = 'TopTrader non si avvia per un errore imprevisto: i dettagli sono qui sotto.\n'

function report(error: unknown): void {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}
