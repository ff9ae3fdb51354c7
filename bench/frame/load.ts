import { connect, type Socket } from 'node:net'

/** The result of a run of requests. */
export interface Load {
  requests: number
  seconds: number
}

const blankLine = Buffer.from('\r\n\r\n')

/** One request on a connection of its own; the whole answer, as it travels. */
export function requestOnce(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf(blankLine)
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received.subarray(0, end).toString())?.[1] ?? 0)
      if (received.length < end + blankLine.length + length) return
      socket.destroy()
      resolve(received)
    })
  })
}

/**
 * Sends requests in turn over `connections` kept-alive sockets for `seconds`. Counts answers by their bytes, which are equal in number for
 * one content: the load costs little beside the server. Throws where an answer has another size than the first one.
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const size = (await requestOnce(port, requests[0] ?? Buffer.alloc(0))).length
  const start = performance.now()
  const end = start + 1000 * seconds
  let sent = 0
  let answered = 0
  const run = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let received = 0
      const next = () => {
        if (performance.now() >= end) {
          socket.destroy()
          resolve()
          return
        }
        socket.write(requests[sent++ % requests.length] ?? '')
      }
      socket.setNoDelay(true)
      socket.on('error', reject)
      socket.on('connect', next)
      socket.on('data', (chunk) => {
        received += chunk.length
        if (received < size) return
        if (received > size) reject(new Error(`an answer of ${received} bytes in place of ${size}`))
        received = 0
        answered += 1
        next()
      })
    })
  await Promise.all(Array.from({ length: connections }, () => run(connect(port, '127.0.0.1'))))
  return { requests: answered, seconds: (performance.now() - start) / 1000 }
}
