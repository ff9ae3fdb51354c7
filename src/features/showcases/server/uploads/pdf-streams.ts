import { inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'

/** The unpacked size of the text of a page, of a picture, and of a whole document, at most. Bytes. A scanned A4 page has 26 MB. */
const widestText = 32 * 1024 * 1024
const widestPicture = 128 * 1024 * 1024
const widestDocument = 512 * 1024 * 1024

/** Filters whose result is a picture: the reader's program knows its size before it unpacks it. */
const pictureFilters = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'])
const flateFilters = new Set(['FlateDecode', 'Fl'])

/** Whether the streams of a document stay within a size that readers' programs bear. A broken stream counts by what it gives. */
export function unpacksToUsualSize(objects: readonly PDFObject[]): boolean {
  let left = widestDocument
  for (const object of objects) {
    if (!(object instanceof PDFRawStream)) continue
    const isPicture = nameOf(object.dict, 'Subtype') === 'Image'
    const unpacked = sizeOf(object, Math.min(left, isPicture ? widestPicture : widestText))
    if (unpacked === null) return false
    left -= unpacked
  }
  return true
}

/** The unpacked size in bytes; null beyond the limit. */
function sizeOf(stream: PDFRawStream, limit: number): number | null {
  const filters = filtersOf(stream.dict)
  if (filters === null) return null
  const texts = filters.filter((filter) => !pictureFilters.has(filter))
  try {
    if (texts.every((filter) => flateFilters.has(filter))) {
      let bytes: Uint8Array = stream.contents
      for (const _filter of texts) bytes = inflateSync(bytes, { maxOutputLength: limit })
      return bytes.length
    }
    // Rare filters. The thread bounds these decoders.
    const size = texts.length === filters.length ? decodePDFRawStream(stream).decode().length : 0
    return size > limit ? null : size
  } catch (error) {
    if (error instanceof RangeError) return null
    return 0
  }
}

/** Names of the filters in their order; null where they are hidden behind references. */
function filtersOf(dict: PDFDict): string[] | null {
  const filter = dict.get(PDFName.of('Filter'))
  if (filter === undefined) return []
  const parts = filter instanceof PDFArray ? filter.asArray() : [filter]
  if (parts.some((part) => part instanceof PDFRef)) return null
  return parts.map((part) => (part instanceof PDFName ? part.decodeText() : ''))
}

function nameOf(dict: PDFDict, key: string): string | null {
  const value = dict.get(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : null
}
