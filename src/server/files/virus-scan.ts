import { connect } from 'node:net'

/** The scanner gives no answer, or one that we do not understand: no unscanned file is stored then. */
export class ScanError extends Error {}

const patienceMs = 20_000
const longestAnswer = 4_000

/**
 * Sends bytes to clamd by its INSTREAM command.
 * @param address `host:port`, or the path of a socket
 * @returns the name of the virus, null where none was found
 * @throws ScanError
 */
export function scanForViruses(address: string, bytes: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(addressOf(address))
    let answer = ''
    const giveUp = (cause: unknown) => {
      socket.destroy()
      reject(new ScanError('clamd gave no answer.', { cause }))
    }
    socket.setTimeout(patienceMs, () => giveUp('timeout'))
    socket.on('error', giveUp)
    socket.on('data', (part: Buffer) => {
      answer += part.toString('utf8')
      if (answer.length > longestAnswer) giveUp('endless answer')
    })
    socket.on('close', () => {
      const found = /^stream: (.+) FOUND\0?$/.exec(answer.trim())?.[1]
      if (found !== undefined) resolve(found)
      else if (/^stream: OK\0?$/.test(answer.trim())) resolve(null)
      else reject(new ScanError('clamd refused to scan.', { cause: answer.slice(0, 200) }))
    })
    socket.on('connect', () => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      socket.write('zINSTREAM\0')
      socket.write(length)
      socket.write(bytes)
      socket.write(Buffer.alloc(4))
    })
  })
}

function addressOf(address: string) {
  if (address.startsWith('/')) return { path: address }
  const colon = address.lastIndexOf(':')
  return { host: address.slice(0, colon), port: Number(address.slice(colon + 1)) }
}
