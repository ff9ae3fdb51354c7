import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#shared/page.ts'
import type { BuiltPages } from './assets.ts'
import { themeScript } from './theme-script.ts'

/**
 * Development of screens: the bundler serves sources inside this process, and each document is rendered from them. The native config
 * loader writes no file: the watching launcher would take one for a change.
 */
export async function serveDevelopment(app: FastifyInstance): Promise<BuiltPages> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
    html: { cspNonce: 'dev' },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done()
    // The bundler answers on the raw response: copy the headers that every answer carries.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    vite.middlewares(request.raw, reply.raw, done)
  })
  return {
    assets: {
      theme: themeScript,
      scripts: ['/src/web.tsx'],
      styles: [],
      icon: '/favicon.svg',
      preloads: [],
      lazy: {},
      closed: ['/src/web/closed/document.ts'],
    },
    async render(request) {
      const { render } = (await vite.ssrLoadModule('/src/site/web/document.tsx')) as { render: RenderPage }
      const { html, ...page } = await render(request)
      return { ...page, html: await vite.transformIndexHtml(request.url, html) }
    },
  }
}
