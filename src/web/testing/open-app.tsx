import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { App } from '../App.tsx'
import { createQueryClient } from '../query.ts'
import { parseAddress, startRouter } from '../router.ts'
import type { ViewerTools } from '../ui/frame/ViewerName.tsx'
import { matchView, type View } from '../view.ts'

/**
 * Opens the whole app with these views at an address, until the test is over. Failed readings are not tried again.
 * @param onRecovered takes the errors after which React draws again
 * @param tools of admins, beside their name
 * @returns the app's cache
 */
export function openApp(
  address: string,
  views: readonly View[],
  onRecovered: (error: unknown) => void = reportError,
  tools?: ViewerTools,
): QueryClient {
  const runnerAddress = window.location.pathname + window.location.search
  window.history.pushState({}, '', address)
  window.scrollTo(0, 0)
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  const stop = startRouter((target) => matchView(views, parseAddress(target)) !== null)
  const root = createRoot(element, { onRecoverableError: onRecovered })
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const facts = { demo: false, origin: window.location.origin, now: Date.UTC(2026, 10, 20, 15, 40, 30) }
  root.render(
    <App
      address={address}
      page={facts}
      client={client}
      views={views}
      footMenus={[]}
      {...(tools !== undefined && { tools })}
    />,
  )
  onTestFinished(() => {
    root.unmount()
    stop()
    document.body.replaceChildren()
    window.history.replaceState(null, '', runnerAddress)
  })
  return client
}
