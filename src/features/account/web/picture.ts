import { IMAGE_BYTES_MAX } from '#shared/files.ts'
import type { Size, Square } from './crop.ts'

/** Why a chosen file is refused before anything is sent: letter by letter, as the server says it. */
export const pictureFaults = {
  format: 'Formato non supportato. Usa JPEG, PNG o WebP',
  size: 'File troppo grande. Massimo 2MB',
} as const

/** The longest side of what is sent: twice the largest size that is ever shown. */
const SENT_SIDE = 832
const QUALITY = 0.92

/** Null where the file may be cut. Its first bytes decide: a name or a type promises nothing. */
export async function pictureFault(file: File): Promise<string | null> {
  if (file.size > IMAGE_BYTES_MAX) return pictureFaults.size
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCodePoint(...head)
  const isKnown =
    text.startsWith('\u00FF\u00D8\u00FF') ||
    text.startsWith('\u0089PNG\r\n\u001A\n') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  return isKnown ? null : pictureFaults.format
}

/** Turned as the camera held it. Rejects where the browser cannot read it. */
export function readPicture(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file)
}

/** Draws the picture, or a square of it, over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, square?: Square): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y } = square ?? { x: 0, y: 0 }
  const { width, height } = square === undefined ? picture : { width: square.side, height: square.side }
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Size of a picture drawn so that its longer side is at most `longest` pixels. */
export function shownSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The square as a file of its own, within the server's limit. Rejects where the browser makes none. */
export async function cut(picture: ImageBitmap, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(square.side, SENT_SIDE)
  draw(canvas, picture, square)
  // A browser that writes no WebP writes PNG instead, which of a photograph may be too large.
  const blob = await encoded(canvas, 'image/webp')
  return blob.size <= IMAGE_BYTES_MAX ? blob : encoded(canvas, 'image/jpeg')
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob === null ? reject(new Error('The canvas gave no file.')) : resolve(blob))
    canvas.toBlob(done, type, QUALITY)
  })
}
