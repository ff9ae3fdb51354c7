import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** An answer made once and sent many times: a request only chooses one of the two buffers. */
export interface FinishedBytes {
  type: string
  status: number
  identity: Buffer
  brotli: Buffer
  /** Hash of the content without quotes; the brotli form carries it with the suffix `-br`. */
  tag: string
  cacheControl: string
}

/** Compresses and tags a text once. Quality 5: 2 ms for a page of the list, which 11 makes a fifth smaller in 70 ms; a new snapshot comes up to twice a second. */
export async function finishBytes(
  text: string,
  options: { type: string; status?: number; cacheControl?: string },
): Promise<FinishedBytes> {
  const identity = Buffer.from(text)
  const brotli = await compress(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  const { type, status = 200, cacheControl = 'no-cache' } = options
  return { type, status, identity, brotli, tag, cacheControl }
}

/** True where the client already holds this content, in either encoding. */
export function holdsTag(request: FastifyRequest, tag: string): boolean {
  const held = request.headers['if-none-match']
  if (held === undefined) return false
  return held.split(',').some((value) => {
    const bare = value.trim().replace(/^W\//, '')
    return bare === `"${tag}"` || bare === `"${tag}-br"` || bare === '*'
  })
}

/** Sends finished bytes: 304 where the client holds them, brotli where it takes it. */
export function sendFinished(request: FastifyRequest, reply: FastifyReply, bytes: FinishedBytes): FastifyReply {
  const brotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  reply.header('etag', brotli ? `"${bytes.tag}-br"` : `"${bytes.tag}"`)
  reply.header('cache-control', bytes.cacheControl)
  reply.header('vary', 'accept-encoding')
  if (bytes.status === 200 && holdsTag(request, bytes.tag)) return reply.code(304).send()
  reply.code(bytes.status).type(bytes.type)
  if (brotli) reply.header('content-encoding', 'br')
  return reply.send(brotli ? bytes.brotli : bytes.identity)
}
