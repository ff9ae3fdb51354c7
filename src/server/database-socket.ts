import { Socket } from 'node:net'

/**
 * A connection that fails when the database falls silent: a frozen machine or a cut cable closes nothing by itself, and
 * `statement_timeout` is the database's own promise. Over TLS the bytes pass beneath this class: there TCP keep-alive has to do.
 */
class WatchedSocket extends Socket {
  #askedAt = 0

  constructor(silenceMs: number) {
    super()
    const watch = setInterval(() => {
      if (this.#askedAt === 0 || performance.now() - this.#askedAt < silenceMs) return
      this.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
    }, 500)
    watch.unref()
    this.on('data', () => (this.#askedAt = 0))
    this.on('close', () => clearInterval(watch))
  }

  override _write(...rest: Parameters<Socket['_write']>): void {
    if (this.#askedAt === 0) this.#askedAt = performance.now()
    super._write(...rest)
  }
}

interface Target {
  path: string | false | undefined
  host: string[]
  port: number[]
}

let attempts = 0

/** For the driver's `socket` option. Several hosts are tried in turn. */
export function watchedSocket(silenceMs: number): (target: Target) => Socket {
  return ({ path, host, port }) => {
    const socket = new WatchedSocket(silenceMs)
    if (typeof path === 'string') return socket.connect(path)
    const turn = attempts++ % host.length
    const name = host[turn] ?? 'localhost'
    socket.connect(port[turn] ?? 5432, name)
    // The driver reads the host from here to name it in the TLS handshake.
    return Object.assign(socket, { host: name })
  }
}
