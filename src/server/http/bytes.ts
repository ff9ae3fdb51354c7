import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ResponseOf } from '#shared/endpoint.ts'
import { contentTypes } from './content.ts'

const compress = promisify(brotliCompress)

/** An answer made once and sent many times: a request only chooses one of the two buffers. */
export interface FinishedBytes {
  type: string
  status: number
  identity: Buffer
  /** Null until a client asked for it: many answers are gone before anybody does. */
  brotli: Buffer | null
  /** Makes `brotli` once. */
  compress: () => Promise<Buffer>
  /** A picture is compressed by itself: every client gets it as it is. */
  isPicture?: true
  /** Hash of the content without quotes; the brotli form carries it with the suffix `-br`. */
  tag: string
  cacheControl: string
  /** Whether its address would be answered with these bytes now; absent where only the route can say so. */
  isCurrent?: () => boolean
}

/**
 * Tags a text once; it is compressed for the first client that takes brotli. Quality 5 takes 2 ms for a page of the list; quality 11 is a
 * fifth smaller and takes 70 ms. A new snapshot comes each second.
 */
export function finishBytes(
  text: string,
  options: { type: string; status?: number; cacheControl?: string; isCurrent?: () => boolean },
): FinishedBytes {
  const identity = Buffer.from(text)
  const tag = tagOf(identity)
  const { type, status = 200, cacheControl = 'no-cache', isCurrent } = options
  let compressing: Promise<Buffer> | undefined
  const bytes: FinishedBytes = {
    type,
    status,
    identity,
    brotli: null,
    compress: () =>
      (compressing ??= compress(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }).then((brotli) => (bytes.brotli = brotli))),
    tag,
    cacheControl,
    ...(isCurrent && { isCurrent }),
  }
  return bytes
}

/** Tags a picture, which is never compressed again. */
export function finishPicture(identity: Buffer, type: string): FinishedBytes {
  const tag = tagOf(identity)
  const compress = async () => identity
  return { type, status: 200, identity, brotli: null, compress, isPicture: true, tag, cacheControl: 'no-cache' }
}

const tagOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 27)

/**
 * Finishes an endpoint's answer. Ready bytes bypass the serializer, so the declaration is applied here, once for each content: other
 * keys never leave, and an answer that breaks it throws.
 */
export function finishAnswer<E extends Endpoint>(
  endpoint: E,
  answer: ResponseOf<E>,
  isCurrent?: () => boolean,
): FinishedBytes {
  const text = JSON.stringify(endpoint.response.parse(answer))
  return finishBytes(text, { type: contentTypes.json, ...(isCurrent && { isCurrent }) })
}

/** True where the client already holds this content, in either encoding. @param held the request's `if-none-match` */
export function holdsTag(held: string | undefined, tag: string): boolean {
  if (held === undefined) return false
  const names = (value: string) => {
    const bare = value.trim().replace(/^W\//, '')
    return bare === `"${tag}"` || bare === `"${tag}-br"` || bare === '*'
  }
  return held.includes(',') ? held.split(',').some(names) : names(held)
}

/** Browsers send one of a handful of headers: each is parsed once. */
const negotiated = new Map<string, boolean>()
const cachedNegotiations = 100

/** True where a client takes brotli at least as gladly as the bytes themselves (RFC 9110, 12.5.3). */
export function takesBrotli(header: string | undefined): boolean {
  if (header === undefined) return false
  const known = negotiated.get(header)
  if (known !== undefined) return known
  const weights = new Map(
    header.split(',').map((part): [string, number] => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
      return [coding, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
    }),
  )
  const brotli = weights.get('br') ?? weights.get('*') ?? 0
  const takes = brotli > 0 && brotli >= (weights.get('identity') ?? 0)
  if (negotiated.size >= cachedNegotiations) negotiated.clear()
  negotiated.set(header, takes)
  return takes
}

/** True where this client gets these bytes in brotli. @param accepted the request's `accept-encoding` */
export const isSentInBrotli = ({ isPicture }: FinishedBytes, accepted: string | undefined) =>
  isPicture !== true && takesBrotli(accepted)

/** The headers that finished bytes add to those of every answer. @param isHeld the client has this content: 304 */
export function finishedHeaders(
  { type, tag, cacheControl, isPicture }: Pick<FinishedBytes, 'type' | 'tag' | 'cacheControl' | 'isPicture'>,
  { brotli, isHeld, vary = 'accept-encoding' }: { brotli: boolean; isHeld: boolean; vary?: string },
): Record<string, string> {
  return {
    ...(cacheControl !== 'no-store' && { etag: brotli ? `"${tag}-br"` : `"${tag}"` }),
    'cache-control': cacheControl,
    ...(isPicture !== true && { vary }),
    ...(!isHeld && { 'content-type': type, ...(brotli && { 'content-encoding': 'br' }) }),
  }
}

/** Sends finished bytes: 304 where the client holds them, brotli where it takes it. Bytes that are current for their address are stored. */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: FinishedBytes,
): Promise<FastifyReply> {
  request.server.readyAnswers.store(request, bytes)
  const brotli = isSentInBrotli(bytes, request.headers['accept-encoding'])
  const isHeld = bytes.status === 200 && holdsTag(request.headers['if-none-match'], bytes.tag)
  const optional = request.routeOptions.config.endpoint?.access === 'optional'
  reply.headers(finishedHeaders(bytes, { brotli, isHeld, ...(optional && { vary: 'accept-encoding, authorization' }) }))
  if (isHeld) return reply.code(304).send()
  return reply.code(bytes.status).send(brotli ? await bytes.compress() : bytes.identity)
}
