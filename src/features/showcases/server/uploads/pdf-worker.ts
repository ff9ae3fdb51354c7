import { parentPort, workerData } from 'node:worker_threads'
import { decodePDFRawStream, PDFContext } from '@cantoo/pdf-lib'
import { judgePdf } from './pdf-check.ts'

/** Judges one document, in a thread that its caller ends where it takes too long. */

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

boundDecoders()
parentPort?.postMessage(await judgePdf(workerData as Uint8Array))
