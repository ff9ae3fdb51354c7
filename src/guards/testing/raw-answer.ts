import { connect } from 'node:net'

export interface Sent {
  method?: string
  headers?: Record<string, string>
}

let sent = 0
/** Hundreds of requests from one sender would reach its limit. */
export const someone = () => `203.0.113.${Math.floor(sent++ / 500)}`

/** The whole answer as it travels. Without `ready` a length of no bytes leads the request to the router. */
export function rawAnswer(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: Sent,
  ready: boolean,
): Promise<string> {
  const own = { host: 'x', connection: 'close', 'x-forwarded-for': someone() }
  const all = { ...own, ...headers, ...(!ready && { 'content-length': '0' }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}
