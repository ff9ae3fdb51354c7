import { fail } from './failure.ts'

/** Pictures that people send: decoded and written again, so that nothing of the file itself is ever kept or served. */

const widestPixels = 8_000
const mostPixels = 40_000_000
const decodingSeconds = 5
/** Decoders at work at the same time: each may hold 40 million pixels. */
const decodersAtOnce = 2
const waitingAtMost = 20
const webpQuality = 82

const working = { count: 0, waiting: [] as (() => void)[] }

/** The formats that are taken, by their first bytes: what the name and the client say of a file counts for nothing. */
function isKnownFormat(bytes: Buffer): boolean {
  const starts = (...signs: number[]) => signs.every((sign, index) => bytes[index] === sign)
  if (starts(0xff, 0xd8, 0xff)) return true
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return true
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

/**
 * The middle square of a JPEG, PNG or WebP as WebP files of these widths: turned as the camera held it, of an animation the first
 * picture, without any of its metadata.
 * @throws Failure IMAGE_UNSUPPORTED, IMAGE_UNREADABLE, IMAGE_TOO_WIDE, TOO_MANY_REQUESTS while many others are decoded
 */
export async function squareImages(bytes: Buffer, widths: readonly number[]): Promise<Map<number, Buffer>> {
  if (!isKnownFormat(bytes)) fail('IMAGE_UNSUPPORTED')
  return inTurn(async () => {
    const { default: sharp } = await import('sharp')
    const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
    const { width, height, format } = await open().metadata().catch(unreadable)
    if (!['jpeg', 'png', 'webp'].includes(format)) fail('IMAGE_UNSUPPORTED')
    if (width > widestPixels || height > widestPixels || width * height > mostPixels) fail('IMAGE_TOO_WIDE')
    const largest = Math.max(...widths)
    // Decoded once; the smaller ones are made of the largest.
    const square = await open()
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .timeout({ seconds: decodingSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(unreadable)
    const { channels } = square.info
    const made = new Map<number, Buffer>()
    for (const wanted of widths) {
      const small = sharp(square.data, { raw: { width: largest, height: largest, channels } }).resize(wanted, wanted)
      made.set(wanted, await small.webp({ quality: webpQuality }).toBuffer())
    }
    return made
  })
}

function unreadable(error: unknown): never {
  const tooWide = error instanceof Error && /pixel limit/i.test(error.message)
  return fail(tooWide ? 'IMAGE_TOO_WIDE' : 'IMAGE_UNREADABLE')
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working.count >= decodersAtOnce) {
    if (working.waiting.length >= waitingAtMost) fail('TOO_MANY_REQUESTS', { retryAfter: 5 })
    await new Promise<void>((resolve) => working.waiting.push(resolve))
  } else working.count += 1
  try {
    return await work()
  } finally {
    const next = working.waiting.shift()
    if (next === undefined) working.count -= 1
    else next()
  }
}
