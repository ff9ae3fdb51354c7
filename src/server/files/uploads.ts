import type { IncomingHttpHeaders } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/errors.ts'
import { holdsTag } from '../http/bytes.ts'
import { fail, Failure, refuseField } from '../http/failure.ts'
import type { Storage } from './storage.ts'
import { privateForADay } from '../http/content.ts'

/** Uploaded files, and files that are served under `/uploads`. */

/** Room for the form around the file. */
const formBytes = 64 * 1024

const needsForm = 'Formato della richiesta non supportato: invia il file in un modulo (multipart/form-data).'

/** Lets the routes of this part take `multipart/form-data`. Call it before registering them. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 4, parts: 5, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20 },
  })
}

/** An uploaded file. Only its bytes are reliable. */
interface ReceivedFile {
  bytes: Buffer
  /** The client's name for it, without folders. Clean it before showing it. */
  name: string
}

/**
 * The one file that a form carries in this field. The client's type for it is ignored.
 * @param maximum bytes; one more is refused with `tooLarge`
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, VALIDATION where the field holds no file, BAD_REQUEST
 */
export async function receiveFile(
  request: FastifyRequest,
  field: string,
  maximum: number,
  tooLarge: ErrorCode = 'FILE_TOO_LARGE',
): Promise<ReceivedFile> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA_TYPE', { detail: needsForm })
  if (Number(request.headers['content-length'] ?? 0) > maximum + formBytes) fail(tooLarge)
  let file: ReceivedFile
  try {
    const part = await request.file({ limits: { fileSize: maximum } })
    if (part === undefined) return noFile(field)
    file = { bytes: await part.toBuffer(), name: part.filename }
    if (part.fieldname !== field) return noFile(field)
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? error.code : null
    request.log.info({ error_code: code }, 'upload refused')
    return fail(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : 'BAD_REQUEST')
  } finally {
    // The rest is discarded unparsed: two megabytes of small parts would keep every other request waiting for a tenth of a second.
    request.raw.unpipe().resume()
  }
  return file.bytes.length === 0 ? noFile(field) : file
}

function noFile(field: string): never {
  return refuseField(field, 'Scegli un file da caricare.')
}

/** The form of our keys: no parent folder, no hidden file, no other ending. Other folders have routes and conditions of their own. */
const avatarKey = /^avatars\/([0-9a-f]{32})-\d{1,4}\.webp$/

/**
 * Serves people's pictures as pictures only: a browser that opens one runs none of it.
 * @param access of a picture to a request; null where the request does not get it
 */
export function serveAvatars(
  app: FastifyInstance,
  storage: Storage,
  access: (picture: string, headers: IncomingHttpHeaders) => Promise<{ isPublic: boolean } | null>,
): void {
  app.get('/uploads/*', { schema: { hide: true } }, async (request, reply): Promise<FastifyReply> => {
    const key = (request.params as { '*': string })['*']
    const [, picture] = avatarKey.exec(key) ?? []
    const granted = picture === undefined ? null : await access(picture, request.headers)
    if (granted === null) return fail('NOT_FOUND')
    return sendFile(request, reply, storage, { key, type: 'image/webp', ...granted })
  })
}

/**
 * @param key of our own making; the caller checks it
 * @param isPublic whether anybody may have it: other files are never cached
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  { key, type, isPublic }: { key: string; type: string; isPublic: boolean },
): Promise<FastifyReply> {
  const file = await storage.read(key)
  if (file === null) return fail('NOT_FOUND')
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    // A removed picture must be gone from the viewer's browser within a day, as the privacy page says.
    'cache-control': isPublic ? privateForADay : 'no-store',
    etag: `"${key}"`,
  })
  if (holdsTag(request.headers['if-none-match'], key)) {
    file.stream.destroy()
    return reply.code(304).send()
  }
  return reply.type(type).header('content-length', file.size).send(file.stream)
}
