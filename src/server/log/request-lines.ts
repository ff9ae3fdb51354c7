import { symbols, type DestinationStream, type Logger } from 'pino'

/** Lines of requests that are written together: a line of its own costs more than a ready answer. */
export interface RequestLines {
  /** @param middle from `requestLine` @param ip null where the line names no sender */
  add(middle: string, id: string, ip: string | null): void
  /** Writes what waits. */
  flush(): void
}

/** How long a line waits, in milliseconds: a crash loses those of this time. Under load this many are enough. */
const waitMs = 50
const linesTogether = 128

/** The part after the id of the line that a request's own logger writes as `info`. @param fields.ms whole ones */
export function requestLine(fields: { method: string; route: string; status: number; ms: number }): string {
  return `","method":"${fields.method}","route":${JSON.stringify(fields.route)},"status":${fields.status},"ms":${fields.ms}`
}

export function createRequestLines(log: Logger): RequestLines {
  const { [symbols.streamSym]: stream } = log as unknown as { [symbols.streamSym]: DestinationStream }
  let waiting: string[] = []
  let timer: NodeJS.Timeout | null = null
  let moment = 0
  let start = ''

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const text = waiting.join('')
    waiting = []
    stream.write(text)
  }

  return {
    add(middle, id, ip) {
      if (!log.isLevelEnabled('info')) return
      const now = Date.now()
      if (now !== moment) {
        moment = now
        start = `{"level":"info","time":"${new Date(now).toISOString()}","request_id":"`
      }
      waiting.push(`${start}${id}${middle}${ip === null ? '' : `,"ip":"${ip}"`},"msg":"request"}\n`)
      timer ??= setTimeout(flush, waitMs)
      if (waiting.length >= linesTogether) flush()
    },
    flush,
  }
}
