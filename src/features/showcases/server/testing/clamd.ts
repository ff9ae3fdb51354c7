import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A clamd that knows one virus. It does not answer while `isMute`, and refuses while `isFull`. It ends with the test. */
export async function fakeClamd() {
  // The test virus stands here in parts, since a scanner would find it in this file.
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
  const state = { isMute: false, isFull: false, scanned: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let held = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      held = Buffer.concat([held, part])
      const stream = streamOf(held)
      if (stream === null || state.isMute) return
      state.scanned += 1
      if (state.isFull) socket.end('INSTREAM size limit exceeded. ERROR\0')
      else socket.end(stream.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(close)
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, eicar, state, close }
}

/** The bytes between the command and the part of length 0; null until it arrives. */
function streamOf(held: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!held.subarray(0, command.length).equals(Buffer.from(command))) return null
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= held.length;) {
    const length = held.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    if (at + 4 + length > held.length) return null
    parts.push(held.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
