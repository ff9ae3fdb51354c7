import type { Page, Request } from '@playwright/test'

/** Requests of a page, from its making on. */
export interface Traffic {
  /** Requests without an answer yet. */
  open: Set<Request>
  /** When a request last began or ended, on the clock of `performance.now`. */
  last: number
}

const watched = new WeakMap<Page, Traffic>()

/** The traffic of a page. The first call must come before the page's first request that counts. */
export function trafficOf(page: Page): Traffic {
  const known = watched.get(page)
  if (known !== undefined) return known
  const traffic: Traffic = { open: new Set(), last: performance.now() }
  watched.set(page, traffic)
  page.on('request', (request) => {
    // Nobody answers what the page before still waits for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.open.clear()
    traffic.open.add(request)
    traffic.last = performance.now()
  })
  const end = (request: Request) => {
    traffic.open.delete(request)
    traffic.last = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return traffic
}

/**
 * Waits until no request of the page is open and none began or ended for a time. Playwright's `networkidle` does not serve here: it holds once
 * for each document, so it waits for nothing after a move within the site.
 * @param ms milliseconds
 * @throws after 30 s, with the open requests
 */
export async function waitForQuiet(page: Page, ms: number): Promise<void> {
  const traffic = trafficOf(page)
  const deadline = performance.now() + 30_000
  for (;;) {
    const rest = traffic.open.size > 0 ? 20 : traffic.last + ms - performance.now()
    if (rest <= 0) return
    if (performance.now() > deadline)
      throw new Error(`The page does not rest: ${[...traffic.open].map((request) => request.url()).join(' ')}`)
    await page.waitForTimeout(Math.min(rest, 20))
  }
}
