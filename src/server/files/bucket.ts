import { Readable } from 'node:stream'
import { handleAll, retry, timeout, TimeoutStrategy } from 'cockatiel'
import { S3mini, S3ServiceError } from 's3mini'
import type { Config } from '../settings/config.ts'
import type { FilePlace } from './place.ts'

/** The longest wait for the store's answer, and between two parts of it, in milliseconds. */
const usualPatienceMs = 8_000
/** Files that one request lists: S3 gives no more. */
const listed = 1_000

/**
 * Files in a bucket of an S3 store. Only the server reads the bucket: it serves the files itself, under its own headers.
 * @param patienceMs how long to wait for an answer; large files need longer
 */
export function bucketPlace(config: Config, bucket: string, patienceMs = usualPatienceMs): FilePlace {
  const patience = timeout(patienceMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false })
  const twice = retry(
    handleAll.orWhenResult((answer) => answer instanceof Response && answer.status >= 500),
    { maxAttempts: 1 },
  )
  const store = new S3mini({
    endpoint: addressOf(config, bucket),
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    fetch: (address, options) =>
      twice.execute(() => patience.execute(({ signal }) => fetch(address, { ...options, redirect: 'error', signal }))),
  })

  /** Waits for the store alone, and not for who reads. */
  async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await patience.execute(() => reader.read())
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  }

  return {
    async put(key, content) {
      await store.putAnyObject(key, content)
    },
    async read(key) {
      const answer = await store.getObjectResponse(key)
      if (answer === null) return null
      const parts = answer.body === null ? [] : partsOf(answer.body)
      return { size: Number(answer.headers.get('content-length')), stream: Readable.from(parts, { objectMode: false }) }
    },
    async remove(key) {
      try {
        await store.deleteObject(key)
      } catch (error) {
        // Some stores say so of a file that is not there.
        if (!(error instanceof S3ServiceError && error.status === 404)) throw error
      }
    },
    async *list(folder) {
      let next: string | undefined
      do {
        const page = await store.listObjectsPaged('/', folder === '' ? '' : `${folder}/`, listed, next)
        if (!page?.objects) throw new Error(`no bucket ${bucket}`)
        for (const { Key: key, Size: bytes, LastModified } of page.objects) {
          yield { key, bytes, writtenAt: LastModified.getTime() }
        }
        next = page.nextContinuationToken
      } while (next !== undefined)
    },
  }
}

/** Amazon's certificate covers a bucket's own host only where its name has no dot. */
function addressOf({ S3_ENDPOINT: endpoint, S3_REGION: region }: Config, bucket: string): string {
  const amazon = `s3.${region}.amazonaws.com`
  if (endpoint === undefined && !bucket.includes('.')) return `https://${bucket}.${amazon}`
  return `${endpoint ?? `https://${amazon}`}/${bucket}`
}
