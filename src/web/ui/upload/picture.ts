import { IMAGE_BYTES_MAX, pictureTooLarge, pictureUnsupported } from '#shared/files.ts'
import type { Cut, Size } from './crop.ts'

const QUALITY = 0.92

/** Null where the file may be cut. Its first bytes decide: a name or a type promises nothing. */
export async function pictureError(file: File): Promise<string | null> {
  if (file.size > IMAGE_BYTES_MAX) return pictureTooLarge
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCodePoint(...head)
  const isKnown =
    text.startsWith('\u00FF\u00D8\u00FF') ||
    text.startsWith('\u0089PNG\r\n\u001A\n') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  return isKnown ? null : pictureUnsupported
}

/** Turned as the camera held it. Rejects where the browser cannot read it. */
export function readPicture(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file)
}

/** Draws the picture, or a cut of it, over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, cut?: Cut): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y, width, height } = cut ?? { x: 0, y: 0, width: picture.width, height: picture.height }
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Size of a picture drawn so that its longer side is at most `longest` pixels. */
export function shownSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The cut as a file of its own, within the server's limit. Rejects where the browser makes none.
 * @param widest pixels: twice the largest size that is ever shown
 */
export async function cutFile(picture: ImageBitmap, cut: Cut, widest: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(cut.width, widest)
  canvas.height = Math.max(1, Math.round((canvas.width * cut.height) / cut.width))
  draw(canvas, picture, cut)
  // A browser that writes no WebP writes PNG instead, which may be too large for a photograph.
  const blob = await encoded(canvas, 'image/webp')
  return blob.size <= IMAGE_BYTES_MAX ? blob : encoded(canvas, 'image/jpeg')
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob === null ? reject(new Error('The canvas gave no file.')) : resolve(blob))
    canvas.toBlob(done, type, QUALITY)
  })
}
