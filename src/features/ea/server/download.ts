import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { finishAnswer, finishBytes, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { attachment } from '#server/http/content.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { downloadAdvisor, listAdvisors, type AdvisorFile, type AdvisorPlatform } from '../contract.ts'
import { joinAdvisor, withApiUrl } from '../source.ts'
import { latestAdvisor } from '../sync-contract.ts'

/** The advisors' sources, beside `src`. */
const sources = new URL('../../../../ea/', import.meta.url)
const platforms: readonly AdvisorPlatform[] = ['mt4', 'mt5']

interface Advisor {
  file: AdvisorFile
  bytes: FinishedBytes
}

/** Serves the sources as downloads: one file each, with this site's address in it and without any token. */
export function registerDownloadRoutes(app: FastifyInstance, kernel: Kernel): void {
  // The form in the terminal's list of allowed addresses: scheme, host and port in ASCII.
  const address = new URL(kernel.config.APP_URL).origin
  const advisors = once(async () => new Map(await Promise.all(platforms.map((one) => makeAdvisor(one, address)))))
  const list = once(async () => {
    const files = [...(await advisors()).values()].map(({ file }) => file)
    return finishAnswer(listAdvisors, { address, files })
  })
  // A server without its files, or with an address that they cannot hold, does not start.
  app.addHook('onReady', async () => void (await list()))

  handle(app, kernel, listAdvisors, async ({ request, reply }) => sendFinished(request, reply, await list()))

  handle(app, kernel, downloadAdvisor, async ({ params, request, reply }) => {
    const advisor = (await advisors()).get(params.platform)
    if (advisor === undefined) throw new Error(`No advisor was made for ${params.platform}`)
    reply.header('content-disposition', attachment(advisor.file.file_name))
    reply.header('x-content-sha256', advisor.file.sha256)
    return sendFinished(request, reply, advisor.bytes)
  })
}

async function makeAdvisor(platform: AdvisorPlatform, address: string): Promise<[AdvisorPlatform, Advisor]> {
  const fileName = `TopTrader.mq${platform.slice(-1)}`
  const read = (path: string) => readFileSync(new URL(path, sources), 'utf8')
  const joined = joinAdvisor(read(fileName), (name) => read(`include/${name}.mqh`))
  const bytes = finishBytes(withApiUrl(joined, address), { type: 'application/octet-stream' })
  const file = {
    platform,
    file_name: fileName,
    version: latestAdvisor,
    size: bytes.identity.length,
    sha256: createHash('sha256').update(bytes.identity).digest('hex'),
    url: `/api/ea/download/${platform}`,
  }
  return [platform, { file, bytes }]
}

/** Made once and cached; a failure is not cached. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    if (made === null) {
      made = make()
      made.catch(() => (made = null))
    }
    return made
  }
}
