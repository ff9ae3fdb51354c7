import { parentPort, workerData } from 'node:worker_threads'
import { decodePDFRawStream, ParseSpeeds, PDFContext, PDFDocument, type PDFObject } from '@cantoo/pdf-lib'
import type { PdfVerdict } from './upload-pdf.ts'
import { activeContent, isFrame } from './upload-pdf-rules.ts'

/** Reads one document and writes it anew, in a thread that its caller ends where it takes too long. */

/** Of what one stream of the file's own frame may unpack to, and of all together. Bytes. */
const widestStream = 32 * 1024 * 1024
const widestStreams = 128 * 1024 * 1024

/** Unpacked bytes are no part of the thread's heap, whose limit does not see them: the parser's decoders count them. */
function boundDecoders(): void {
  const decoder: unknown = Object.getPrototypeOf(
    Object.getPrototypeOf(decodePDFRawStream(PDFContext.create().flateStream('-'))),
  )
  if (typeof decoder !== 'object' || decoder === null || !('ensureBuffer' in decoder))
    throw new Error('Other decoders.')
  const grow = decoder.ensureBuffer as (this: { buffer: Uint8Array }, requested: number) => Uint8Array
  let all = 0
  decoder.ensureBuffer = function ensureBuffer(this: { buffer: Uint8Array }, requested: number): Uint8Array {
    if (requested <= this.buffer.byteLength) return this.buffer
    all += requested
    if (requested > widestStream || all > widestStreams) throw new RangeError('Unpacks to too much.')
    return grow.call(this, requested)
  }
}

async function judge(bytes: Uint8Array): Promise<PdfVerdict> {
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
  const direct = Object.values(trailer).filter((value): value is PDFObject => value !== undefined)
  const found = activeContent([...objects.map(([, object]) => object), ...direct])
  if (found.includes('una cifratura')) return { verdict: 'encrypted' }
  if (found.length > 0) return { verdict: 'active', found }
  if (document.getPageCount() === 0) return { verdict: 'damaged' }
  for (const [ref, object] of objects) if (isFrame(object)) context.delete(ref)
  return { verdict: 'plain', bytes: await document.save({ addDefaultPage: false, updateFieldAppearances: false }) }
}

boundDecoders()
const bytes = workerData as Uint8Array
// Packed and encrypted it cannot be read at all: which of the two it is only changes what is said.
const unread = (): PdfVerdict => ({ verdict: Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged' })
parentPort?.postMessage(await judge(bytes).catch(unread))
