import type { FastifyInstance } from 'fastify'
import { offlinePage, staticPages } from '#features/legal/static-pages.ts'
import { finishBytes, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { contentTypes } from '#server/http/content.ts'
import { fail } from '#server/http/failure.ts'
import { themeScript } from '#server/http/theme-script.ts'
import type { Kernel } from '#server/kernel.ts'

/** The static pages at `/NAME/index.html`, made once a year with the configured operator. They are served while the site is closed too. */
export function registerStaticPages(
  app: FastifyInstance,
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { demo }: { demo: boolean },
): void {
  let made: { year: number; pages: Map<string, FinishedBytes> } | undefined

  function pages(): Map<string, FinishedBytes> {
    const year = new Date(clock.now()).getUTCFullYear()
    if (made?.year !== year) {
      const site = { year, demo, theme: themeScript }
      const entries = [...staticPages(config, site), offlinePage(config, site)].map(
        ({ name, html }) => [name, finishBytes(html, { type: contentTypes.html })] as const,
      )
      made = { year, pages: new Map(entries) }
    }
    return made.pages
  }

  for (const name of pages().keys()) {
    for (const url of [`/${name}/index.html`, `/${name}/`]) {
      app.get(url, { schema: { hide: true } }, (request, reply) =>
        sendFinished(request, reply, pages().get(name) ?? fail('NOT_FOUND')),
      )
    }
  }
}
