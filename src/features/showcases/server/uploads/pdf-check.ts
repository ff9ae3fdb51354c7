import { ParseSpeeds, PDFDocument, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { activeContent, isFrame } from './pdf-rules.ts'
import { unpacksToUsualSize } from './pdf-streams.ts'

/** The verdict on a document; `bytes` are written anew, from the checked objects alone. */
export type PdfVerdict =
  | { verdict: 'plain'; bytes: Uint8Array }
  | { verdict: 'active'; found: string[] }
  | { verdict: 'encrypted' | 'damaged' | 'huge' }

/** Reads a document and writes it anew. Its time and memory are unbounded: call it in a thread of its own that has bounds. */
export async function checkPdf(bytes: Uint8Array): Promise<PdfVerdict> {
  try {
    return await check(bytes)
  } catch {
    // A packed and encrypted document cannot be read at all. The guess only chooses the message.
    return { verdict: Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged' }
  }
}

async function check(bytes: Uint8Array): Promise<PdfVerdict> {
  const document = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    throwOnInvalidObject: true,
    updateMetadata: false,
    preserveXFA: true,
    parseSpeed: ParseSpeeds.Fastest,
  })
  const { context } = document
  const { Encrypt: encryption, ...trailer } = context.trailerInfo
  if (encryption !== undefined) return { verdict: 'encrypted' }
  const objects = context.enumerateIndirectObjects()
  const direct = Object.values(trailer).filter(
    (value): value is PDFObject => value !== undefined && !(value instanceof PDFRef),
  )
  const found = activeContent([...objects.map(([, object]) => object), ...direct])
  if (found.includes('una cifratura')) return { verdict: 'encrypted' }
  if (found.length > 0) return { verdict: 'active', found }
  if (document.getPageCount() === 0) return { verdict: 'damaged' }
  if (!unpacksToUsualSize(objects.map(([, object]) => object))) return { verdict: 'huge' }
  for (const [ref, object] of objects) if (isFrame(object)) context.delete(ref)
  return { verdict: 'plain', bytes: await document.save({ addDefaultPage: false, updateFieldAppearances: false }) }
}
