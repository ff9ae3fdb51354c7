import type { FastifyInstance } from 'fastify'
import { planStateOf } from '#features/subscriptions/server/service.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import { scaledImages } from '#server/files/images.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour, type Limit } from '#server/limits.ts'
import type { Session } from '#server/http/session.ts'
import { createStorage } from '#server/files/storage.ts'
import { receiveFile, sendFile, takeUploads } from '#server/files/uploads.ts'
import { IMAGE_BYTES_MAX, PDF_BYTES_MAX } from '#shared/files.ts'
import { fileOf, imageAddress, imagePart, imageWidths, partsOf, pdfAddress } from '../../rules/files.ts'
import { uploadImage, uploadPdf } from '../../upload-contract.ts'
import { pdfAttachment, nameOf } from './file-names.ts'
import { storeFile } from './files.ts'
import { servedFile } from './served-file.ts'
import { plainPdf } from './pdf.ts'

const manyUploads = 'Hai caricato molti file nell’ultima ora.'
/** Pictures of one trader within an hour. Each is decoded and written several times. */
const imageLimit = perHour('showcase-image', 60, manyUploads)
/** Documents of one trader within an hour. Each is parsed whole. */
const pdfLimit = perHour('showcase-pdf', 20, manyUploads)

export function registerUploadRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  storage = createStorage(kernel.config),
): void {
  void app.register(async (uploads) => {
    await takeUploads(uploads)
    handle(uploads, kernel, uploadImage, async ({ session, request }) => {
      await admit(kernel, session, imageLimit)
      const { bytes, name } = await receiveFile(request, 'file', IMAGE_BYTES_MAX)
      const images = await scaledImages(bytes, imageWidths)
      const largest = images.get(Math.max(...imageWidths)) ?? fail('IMAGE_UNREADABLE')
      const parts = (key: string) =>
        new Map([...images].map(([width, image]) => [imagePart(key, width), image.bytes] as const))
      const key = await storeFile(kernel, storage, session.trader_id, { kind: 'image', name: nameOf(name), parts })
      return { file_url: imageAddress(key), width: largest.width, height: largest.height }
    })
    handle(uploads, kernel, uploadPdf, async ({ session, request }) => {
      await admit(kernel, session, pdfLimit)
      const { bytes, name: given } = await receiveFile(request, 'file', PDF_BYTES_MAX, 'PDF_TOO_LARGE')
      const document = await plainPdf(kernel, bytes)
      const name = nameOf(given)
      const parts = (key: string) => new Map(partsOf({ kind: 'pdf', key }).map((part) => [part, document]))
      const key = await storeFile(kernel, storage, session.trader_id, { kind: 'pdf', name, parts })
      return { file_url: pdfAddress(key), name }
    })
  })

  app.get('/uploads/showcases/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const key = keyOfImage(file) ?? fail('NOT_FOUND')
    const served = (await servedFile(kernel, { kind: 'image', key }, request.headers)) ?? fail('NOT_FOUND')
    return sendFile(request, reply, storage, { key: `showcases/${file}`, type: 'image/webp', ...served })
  })
  // Browsers save a document and never open it in the page. Its name comes with the answer, not with the address.
  app.get('/uploads/documents/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const key = fileOf(`/uploads/documents/${file}`)?.key ?? fail('NOT_FOUND')
    const served = (await servedFile(kernel, { kind: 'pdf', key }, request.headers)) ?? fail('NOT_FOUND')
    reply.header('content-disposition', pdfAttachment(served.name ?? 'documento'))
    return sendFile(request, reply, storage, { key: `documents/${file}`, type: 'application/pdf', ...served })
  })
}

/** The key in the name of any of an image's three files. */
function keyOfImage(file: string): string | null {
  const key = file.slice(0, 32)
  return fileOf(imageAddress(key)) !== null && partsOf({ kind: 'image', key }).includes(`showcases/${file}`)
    ? key
    : null
}

/** @throws Failure SECOND_FACTOR_REQUIRED, DIAMOND_REQUIRED, TOO_MANY_REQUESTS */
async function admit(kernel: Kernel, session: Session, limit: Limit): Promise<void> {
  const { trader_id: traderId } = session
  // An admin's right to upload without a plan requires the second factor, as everywhere else.
  if (session.is_limited) fail('SECOND_FACTOR_REQUIRED')
  if (!(await planStateOf(kernel, traderId)).access.showcase) fail('DIAMOND_REQUIRED')
  await countUse(kernel, limit, { account: traderId })
}
