import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { offlinePage } from '#features/legal/static-pages.ts'
import { webRoot, type BuiltPages } from '#server/http/assets.ts'
import { finishBytes, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { contentTypes } from '#server/http/content.ts'
import { themeScript } from '#server/http/theme-script.ts'
import type { Kernel } from '#server/kernel.ts'

const page = '/offline/index.html'
/** The files of the offline page. */
const files = ['/static-pages.css', '/session.js', '/favicon.svg']
const faces = ['archivo', 'bodoni']

/** Serves the service worker, made anew where the offline page changes: a cache of the browser has the name of its version. */
export function registerWorker(
  app: FastifyInstance,
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { preloads }: BuiltPages['assets'],
  demo: boolean,
): void {
  const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
  const stored = Object.fromEntries([
    ...[page, ...files].map((path) => [path, path]),
    // The browser has the same bytes under the names that the site's own sheet gives them.
    ...faces.map((face) => [`/fonts/${face}.woff2`, preloads.find(({ href }) => href.includes(`/${face}-`))?.href]),
  ]) as Record<string, string>
  const contents = Object.values(stored).map((path) =>
    path === page ? '' : readFileSync(new URL(`.${path}`, webRoot)),
  )
  let made: { html: string; bytes: FinishedBytes } | undefined

  app.get('/service-worker.js', { schema: { hide: true } }, (request, reply) => {
    const { html } = offlinePage(config, { year: new Date(clock.now()).getUTCFullYear(), demo, theme: themeScript })
    if (made?.html !== html) {
      const version = createHash('sha256').update(template).update(html)
      for (const content of contents) version.update(content)
      const script = template
        .replace('__VERSION__', version.digest('base64url').slice(0, 16))
        .replace("'__FILES__'", JSON.stringify(stored))
      made = { html, bytes: finishBytes(script, { type: contentTypes.script }) }
    }
    return sendFinished(request, reply, made.bytes)
  })
}
