// First, so that the order of the layers is declared before any screen's own sheet.
import '#web/styles/app.css'
import { hydrateRoot } from 'react-dom/client'
import type { SeededAnswer } from '#shared/page.ts'
import { App } from '#web/App.tsx'
import type { PageFacts } from '#web/page.ts'
import { createQueryClient, seedCache } from '#web/query.ts'
import { parseAddress, startRouter } from '#web/router.ts'
import { loadScreen, matchView } from '#web/view.ts'
import { footMenus, viewerTools, views } from './site/web/views.tsx'

type PageData = PageFacts & { seeds: SeededAnswer[] }

const root = document.getElementById('root')
const written = document.getElementById('page-data')?.textContent
if (root !== null && written !== null && written !== undefined) void takeOver(root, JSON.parse(written) as PageData)

/** Goes on from the server's document: its answers are the first ones, and its screen is here before React looks at it. */
async function takeOver(root: HTMLElement, { seeds, ...page }: PageData): Promise<void> {
  const client = createQueryClient()
  seedCache(client, seeds)
  const address = window.location.pathname + window.location.search
  const match = matchView(views, parseAddress(address))
  if (match !== null) await loadScreen(match.view)
  startRouter((target) => matchView(views, parseAddress(target)) !== null)
  preloadOnApproach()
  hydrateRoot(
    root,
    <App address={address} page={page} client={client} views={views} footMenus={footMenus} tools={viewerTools} />,
  )
}

/** A screen's chunk is on its way before the finger is down. */
function preloadOnApproach(): void {
  for (const event of ['pointerover', 'focusin'] as const) {
    document.addEventListener(
      event,
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null
        if (link === null || link.target !== '' || link.origin !== window.location.origin) return
        const match = matchView(views, parseAddress(link.pathname + link.search))
        // A chunk that does not come is asked for again when it is needed.
        if (match !== null) loadScreen(match.view).catch(() => undefined)
      },
      { passive: true },
    )
  }
}
