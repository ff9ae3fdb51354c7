import { deflateSync } from 'node:zlib'

/** Malformed PNG files. */

/** A chunk of a PNG; its checksum may be wrong. */
export function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}
function crc(bytes: Buffer): number {
  let sum = 0xff_ff_ff_ff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0)
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}
export const pngHead = Buffer.from('89504e470d0a1a0a', 'hex')
/** A PNG whose header names this size, with any data. */
export function flood(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    pngHead,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
