import type { PageHead } from '#shared/page.ts'

export const SITE = 'TopTrader'

/** Brings title and meta data up to date after a move inside the app; structured data is for the document that a crawler reads. */
export function updateHead(head: PageHead, origin: string): void {
  document.title = head.title
  setMeta('name', 'description', head.description)
  setMeta('property', 'og:title', head.title)
  setMeta('property', 'og:description', head.description)
  setMeta('property', 'og:url', origin + head.canonical)
  setMeta('name', 'robots', head.robots ?? 'index, follow')
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) {
    link = document.createElement('link')
    link.rel = 'canonical'
    document.head.append(link)
  }
  link.href = origin + head.canonical
}

function setMeta(attribute: 'name' | 'property', name: string, content: string): void {
  let meta = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${name}"]`)
  if (meta === null) {
    meta = document.createElement('meta')
    meta.setAttribute(attribute, name)
    document.head.append(meta)
  }
  meta.content = content
}
