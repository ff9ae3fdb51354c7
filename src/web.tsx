// First, so that the order of the layers is declared before any screen's own sheet.
import '#web/styles/app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { DocumentScreen, SeededAnswer } from '#shared/page.ts'
import { App } from '#web/App.tsx'
import type { PageFacts } from '#web/page.ts'
import { createQueryClient, seedCache } from '#web/query.ts'
import { parseAddress, startRouter } from '#web/router.ts'
import { loadView, matchView, VIEW_STYLE } from '#web/view.ts'
import { footMenus, viewerTools, views } from './site/web/views.tsx'

type PageData = PageFacts & { seeds: SeededAnswer[]; screen?: DocumentScreen }

// The bundler inside puts the site's sheet below the document's links. Built documents have the view's own sheet last.
if (import.meta.env.DEV) document.head.append(...document.querySelectorAll(`link[${VIEW_STYLE}]`))
const root = document.getElementById('root')
const written = document.getElementById('page-data')?.textContent
if (root !== null && written !== null && written !== undefined) void hydrate(root, JSON.parse(written) as PageData)

/** Hydrates the server's document: seeds the cache with its answers, and loads its screen before React draws. */
async function hydrate(root: HTMLElement, { seeds, screen, ...page }: PageData): Promise<void> {
  const client = createQueryClient()
  seedCache(client, seeds)
  const address = window.location.pathname + window.location.search
  const match = matchView(views, parseAddress(address))
  if (match !== null) await loadView(match.view, screen)
  startRouter((target) => matchView(views, parseAddress(target)) !== null)
  preloadOnApproach()
  // In slices: as an update of another kind the frame would be hydrated by one task.
  startTransition(() => {
    hydrateRoot(
      root,
      <App address={address} page={page} client={client} views={views} footMenus={footMenus} tools={viewerTools} />,
    )
  })
  // From here on a press reaches the app (`first-use.ts`).
  window.dispatchEvent(new Event('app-listens'))
}

/** Fetches a screen's chunk when the pointer or the focus reaches a link to it. */
function preloadOnApproach(): void {
  for (const event of ['pointerover', 'focusin'] as const) {
    document.addEventListener(
      event,
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null
        if (link === null || link.target !== '' || link.origin !== window.location.origin) return
        const match = matchView(views, parseAddress(link.pathname + link.search))
        // A chunk that does not come is requested again when it is needed.
        if (match !== null) loadView(match.view).catch(() => undefined)
      },
      { passive: true },
    )
  }
}
