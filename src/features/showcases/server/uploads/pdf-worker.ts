import { parentPort, workerData } from 'node:worker_threads'
import { decodePDFRawStream, PDFContext } from '@cantoo/pdf-lib'
import { checkPdf } from './pdf-check.ts'

/** Checks one document, in a thread that its caller ends where it takes too long. */

/** Unpacked size of one container stream, and of all together, at most. Bytes. */
const widestStream = 32 * 1024 * 1024
const widestStreams = 128 * 1024 * 1024

/** Makes the parser's decoders count unpacked bytes, which the thread's heap limit does not count. */
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
parentPort?.postMessage(await checkPdf(workerData as Uint8Array))
