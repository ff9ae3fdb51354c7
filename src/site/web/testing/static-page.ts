import { onTestFinished } from 'vitest'
import { offlinePage, staticPages } from '#features/legal/static-pages.ts'

const site = { year: 2026, demo: true, theme: '' }

/** The pages without an application, by their addresses. */
export const staticDocuments: ReadonlyMap<string, string> = new Map(
  [...staticPages({}, site), offlinePage({}, site)].map(({ name, html }) => [`/${name}/index.html`, html]),
)

/** Puts such a page, with its sheet and the script of its session, in the place of the application until the test is over. */
export async function openStaticPage(html: string): Promise<void> {
  // The page has no sheet of the application: the bundler marks those of the first view, and the others are linked.
  const sheets = [
    ...document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('style[data-vite-dev-id], link[rel=stylesheet]'),
  ].map(({ sheet }) => sheet)
  const disable = (disabled: boolean) => {
    for (const sheet of sheets) if (sheet !== null) sheet.disabled = disabled
  }
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/static-pages.css' })
  await loaded(link, document.head)
  disable(true)
  onTestFinished(() => {
    link.remove()
    document.body.replaceChildren()
    disable(false)
  })
  document.body.append(...new DOMParser().parseFromString(html, 'text/html').body.children)
  // As the theme's script does when a document is read.
  document.querySelector('[data-theme-button]')?.removeAttribute('hidden')
  await loaded(Object.assign(document.createElement('script'), { src: '/session.js' }), document.body)
}

/** Resolves when the part that stands in the document has loaded. */
async function loaded(part: HTMLLinkElement | HTMLScriptElement, parent: HTMLElement): Promise<void> {
  await new Promise((resolve, reject) => {
    part.addEventListener('load', resolve)
    part.addEventListener('error', reject)
    parent.append(part)
  })
}
