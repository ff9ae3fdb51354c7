import type { ResizeOptions } from 'sharp'
import { fail } from '../http/failure.ts'
import { turns } from '../http/turns.ts'

/** Uploaded pictures are decoded and written again: no byte of the file itself is stored or served. */

const widestPixels = 8_000
const mostPixels = 40_000_000
const decodingSeconds = 5
/** Decoders that run at the same time: each may hold 40 million pixels. */
const decodersAtOnce = 2
const waitingAtMost = 20
const webpQuality = 82

const inTurn = turns(decodersAtOnce, waitingAtMost)

/** The accepted formats, by their first bytes: the file's name and the client's type do not count. */
function isKnownFormat(bytes: Buffer): boolean {
  const starts = (...signs: number[]) => signs.every((sign, index) => bytes[index] === sign)
  if (starts(0xff, 0xd8, 0xff)) return true
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return true
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

/** Opens an image with sharp; the size is checked before anything is decoded. */
async function openImage(bytes: Buffer) {
  const { default: sharp } = await import('sharp')
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
  const { width, height, format } = await open().metadata().catch(unreadable)
  if (!['jpeg', 'png', 'webp'].includes(format)) fail('IMAGE_UNSUPPORTED')
  if (width > widestPixels || height > widestPixels || width * height > mostPixels) fail('IMAGE_TOO_WIDE')
  return { sharp, open }
}

/**
 * The middle square of a JPEG, PNG or WebP as WebP files of these widths. It is turned as the camera held it. An animation gives its
 * first picture. All metadata is removed.
 * @throws Failure IMAGE_UNSUPPORTED, IMAGE_UNREADABLE, IMAGE_TOO_WIDE, TOO_MANY_REQUESTS while many others are decoded
 */
export async function squareImages(bytes: Buffer, widths: readonly number[]): Promise<Map<number, Buffer>> {
  const side = Math.max(...widths)
  const made = await writtenAgain(bytes, widths, { width: side, height: side, fit: 'cover' })
  return new Map([...made].map(([width, image]) => [width, image.bytes]))
}

/** A rewritten file; its size in pixels. */
export interface Image {
  bytes: Buffer
  width: number
  height: number
}

/**
 * A JPEG, PNG or WebP as WebP files of at most these widths, and at most twice as high; never larger than the picture itself.
 * @throws Failure as `squareImages`
 */
export async function scaledImages(bytes: Buffer, widths: readonly number[]): Promise<Map<number, Image>> {
  const width = Math.max(...widths)
  return writtenAgain(bytes, widths, { width, height: width * 2, fit: 'inside', withoutEnlargement: true })
}

async function writtenAgain(
  bytes: Buffer,
  widths: readonly number[],
  shape: ResizeOptions,
): Promise<Map<number, Image>> {
  if (!isKnownFormat(bytes)) fail('IMAGE_UNSUPPORTED')
  return inTurn(async () => {
    const { sharp, open } = await openImage(bytes)
    // Decoded once; the smaller files are made of the largest.
    const { data, info } = await open()
      .autoOrient()
      .resize(shape)
      .timeout({ seconds: decodingSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(unreadable)
    const { width, height, channels } = info
    const made = new Map<number, Image>()
    for (const widest of widths) {
      const small = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: widest, withoutEnlargement: true })
        .webp({ quality: webpQuality })
        .toBuffer({ resolveWithObject: true })
      made.set(widest, { bytes: small.data, width: small.info.width, height: small.info.height })
    }
    return made
  })
}

function unreadable(error: unknown): never {
  const tooWide = error instanceof Error && /pixel limit/i.test(error.message)
  return fail(tooWide ? 'IMAGE_TOO_WIDE' : 'IMAGE_UNREADABLE')
}
