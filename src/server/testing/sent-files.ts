import sharp, { type Sharp } from 'sharp'

/** Files that a test uploads. */

export interface FormOptions {
  field?: string
  name?: string
  type?: string
}

/** A form as a browser writes it. */
export function form(bytes: Uint8Array, { field = 'file', name = 'foto.jpg', type = 'image/jpeg' }: FormOptions = {}) {
  const boundary = '----tt7Q'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** A red picture of this size in pixels. */
export const picture = (width = 500, height = 400): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })

/** A red picture, then a blue one. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [50, 50] })
    .toBuffer()
}
