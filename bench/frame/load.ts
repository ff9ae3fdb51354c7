import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#features/ea/simulation/random.ts'
import { quantile } from './bench.ts'

/** The result of a run of requests. */
export interface Load {
  /** Answers with a status below 400. */
  answered: number
  /** Other answers, by their status. */
  refused: Record<number, number>
  /** Milliseconds from the sending within which 99 of 100 of these answers came; 0 where there are none. */
  refusedP99: number
  /** Requests whose moment had passed when the time was up. */
  unsent: number
  /** Requests that were sent in a second, until the last of them. */
  offered: number
  seconds: number
  /** Milliseconds from the moment at which a request was due to the end of its answer; without refusals, which are quick. */
  waits: { p50: number; p99: number; p999: number; most: number }
}

export const refusedOf = ({ refused }: Pick<Load, 'refused'>): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0)

/** Requests that were refused or not sent: a run that has some had less load than it is called. */
export const errorsOf = (load: Load): number => refusedOf(load) + load.unsent

/** The same run. @throws Error where a request was refused: refusals cost less than answers, so that its figures would be none of answers */
export function allAnswered<T extends Pick<Load, 'refused'>>(run: T, what: string): T {
  if (refusedOf(run) > 0) throw new Error(`${what} refused, by status: ${JSON.stringify(run.refused)}`)
  return run
}

export interface Plan {
  connections: number
  seconds: number
  /**
   * Requests in a second, at random moments that are fixed beforehand: one that waits for a free connection counts from its moment.
   * Without it each connection sends as soon as it has its answer.
   */
  rate?: number | undefined
  /** It ends after so many requests, if that is earlier. */
  most?: number | undefined
}

/** A request to send, and what is called with its answer. */
export interface Request {
  text: Buffer | string
  answered: () => void
}

/** A server that cannot follow a rate has this share of the time more. */
const patience = 0.25

const blankLine = Buffer.from('\r\n\r\n')

/** Status and bytes of an answer whose header has arrived. */
function readHeader(received: Buffer): { status: number; size: number } | null {
  const end = received.indexOf(blankLine)
  if (end < 0) return null
  const header = received.toString('latin1', 0, end)
  if (/\ntransfer-encoding:/i.test(header)) throw new Error('an answer without its length')
  const status = Number(header.slice(9, 12))
  // A 304 may state the length of the body that it does not send.
  const length = status === 304 ? 0 : Number(/\ncontent-length: (\d+)/i.exec(header)?.[1] ?? 0)
  return { status, size: end + blankLine.length + length }
}

/** One request on a connection of its own; the whole answer, as it travels. */
export function requestOnce(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const header = readHeader(received)
      if (header === null || received.length < header.size) return
      socket.destroy()
      resolve(received)
    })
  })
}

interface Connection {
  send: (request: Buffer | string) => void
  close: () => void
}

/** A kept-alive connection. One request at a time; `onAnswer` receives the status when the whole answer is there. */
async function connected(
  port: number,
  onAnswer: (connection: Connection, status: number) => void,
): Promise<Connection> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  socket.on('end', () => {
    throw new Error('the server closed a connection')
  })
  const connection: Connection = { send: (request) => socket.write(request), close: () => socket.destroy() }
  let unread: Buffer | null = null
  let header: ReturnType<typeof readHeader> = null
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (header === null) {
      unread = unread === null ? chunk : Buffer.concat([unread, chunk])
      header = readHeader(unread)
      if (header === null) return
    }
    if (received < header.size) return
    if (received > header.size) throw new Error(`an answer of ${received} bytes in place of ${header.size}`)
    const { status } = header
    ;[unread, header, received] = [null, null, 0]
    onAnswer(connection, status)
  })
  return connection
}

/**
 * Sends requests over kept-alive connections, and waits for the last answer.
 * @param next gives the next request
 * @throws Error where a connection breaks
 */
export async function load(port: number, next: () => Buffer | string | Request, plan: Plan): Promise<Load> {
  const { connections, seconds, rate, most = Infinity } = plan
  const waits: number[] = []
  const refusedWaits: number[] = []
  const refused: Record<number, number> = {}
  /** Requests on their way. */
  const open = new Map<Connection, { moment: number; sentAt: number; answered?: (() => void) | undefined }>()
  const idle: Connection[] = []
  let sent = 0
  let lastSentAt = 0
  let unsent = 0
  const send = (connection: Connection, moment: number) => {
    const request = next()
    const { text, answered } = typeof request === 'string' || Buffer.isBuffer(request) ? { text: request } : request
    lastSentAt = performance.now()
    open.set(connection, { moment, sentAt: lastSentAt, answered })
    sent += 1
    connection.send(text)
  }
  const opened = await Promise.all(
    Array.from({ length: connections }, () =>
      connected(port, (connection, status) => {
        const now = performance.now()
        const { moment, sentAt, answered } = open.get(connection) ?? { moment: now, sentAt: now }
        answered?.()
        if (status < 400) waits.push(now - moment)
        else {
          refused[status] = (refused[status] ?? 0) + 1
          refusedWaits.push(now - sentAt)
        }
        if (rate === undefined && now < end && sent < most) send(connection, now)
        else idle.push(connection)
      }),
    ),
  )
  const start = performance.now()
  const end = start + 1000 * seconds
  const tooLate = end + 1000 * patience * seconds
  if (rate === undefined) for (const connection of opened) send(connection, start)
  else {
    idle.push(...opened)
    for (const moment of arrivals(rate, start, end)) {
      while (performance.now() < moment || (idle.length === 0 && performance.now() < tooLate)) await sleep(1)
      // The one that rested longest: the server closes a connection on which nothing comes for 20 s.
      const connection = idle.shift()
      if (connection === undefined) unsent += 1
      else send(connection, moment)
    }
  }
  while (idle.length < connections) await sleep(1)
  for (const connection of opened) connection.close()
  const at = (share: number) => quantile(waits, share)
  return {
    answered: waits.length,
    refused,
    refusedP99: refusedWaits.length === 0 ? 0 : quantile(refusedWaits, 0.99),
    unsent,
    offered: (1000 * sent) / (lastSentAt - start),
    seconds: (performance.now() - start) / 1000,
    waits: { p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) },
  }
}

/** The same random moments each time, in milliseconds: independent of each other, as those of many visitors. */
function* arrivals(rate: number, start: number, end: number): Generator<number> {
  const random = createRandom(1)
  let moment = start
  for (;;) {
    moment -= (1000 / rate) * Math.log(1 - random.unit())
    if (moment >= end) return
    yield moment
  }
}
