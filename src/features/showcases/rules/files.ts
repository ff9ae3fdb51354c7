/** Addresses of files that traders uploaded for their showcase. Pure: the server and screens read the same ones. */

/** Widths in pixels of an image's three files. Smaller pictures are not enlarged. */
export const imageWidths = [400, 800, 1_600] as const
const widest = 1_600

export type FileKind = 'image' | 'pdf'

/** Names of a file's parts in the store. @param key 32 hexadecimal digits */
export function partsOf({ kind, key }: { kind: FileKind; key: string }): string[] {
  return kind === 'pdf' ? [`documents/${key}.pdf`] : imageWidths.map((width) => imagePart(key, width))
}

export const imagePart = (key: string, width: number) => `showcases/${key}-${width}.webp`
/** The stored address: that of the widest file. */
export const imageAddress = (key: string) => `/uploads/${imagePart(key, widest)}`
export const pdfAddress = (key: string) => `/uploads/documents/${key}.pdf`

const imageShape = /^\/uploads\/showcases\/([0-9a-f]{32})-1600\.webp$/
const pdfShape = /^\/uploads\/documents\/([0-9a-f]{32})\.pdf$/

/** Null for an address that is none of an upload. The database knows the owner of a file. */
export function fileOf(address: string): { kind: FileKind; key: string } | null {
  const image = imageShape.exec(address)?.[1]
  if (image !== undefined) return { kind: 'image', key: image }
  const pdf = pdfShape.exec(address)?.[1]
  return pdf === undefined ? null : { kind: 'pdf', key: pdf }
}

/** Attributes of an `<img>` beside `sizes`: the browser loads the smallest file that is wide enough. Null for any other address. */
export function imageSources(address: string): { src: string; srcSet: string } | null {
  const file = fileOf(address)
  if (file?.kind !== 'image') return null
  const sources = imageWidths.map((width) => `/uploads/${imagePart(file.key, width)} ${width}w`)
  return { src: `/uploads/${imagePart(file.key, 800)}`, srcSet: sources.join(', ') }
}
