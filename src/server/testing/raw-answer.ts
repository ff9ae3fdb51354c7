import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A listening server's answer to these bytes. Resolves when it closes the connection. */
export async function rawAnswer(
  app: FastifyInstance,
  text: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1)]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> }
}
