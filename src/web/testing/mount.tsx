import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { SeededAnswer } from '#shared/page.ts'
import { PageContext } from '../page.ts'
import { createQueryClient, seedCache } from '../query.ts'
import { AddressContext } from '../router.ts'
import { Toasts } from '../ui/frame/Toasts.tsx'

interface MountOptions {
  /** Answers that the page holds; null stands for 404. */
  seeds?: readonly SeededAnswer[]
  /** The cache, for a test that refetches everything. */
  client?: QueryClient
}

/** Draws a screen as the frame would, in a document of its own address, until the test is over. */
export function mount(screen: ReactNode, { seeds = [], client = createQueryClient() }: MountOptions = {}): HTMLElement {
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  seedCache(client, seeds)
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(
    <PageContext value={{ demo: false, origin: window.location.origin }}>
      <AddressContext value="/">
        <QueryClientProvider client={client}>{screen}</QueryClientProvider>
      </AddressContext>
    </PageContext>,
  )
  onTestFinished(() => {
    root.unmount()
    client.clear()
    host.remove()
  })
  return host
}

/** The same above the messages that screens show for a moment. */
export function mountWithToasts(screen: ReactNode, options?: MountOptions): HTMLElement {
  return mount(
    <>
      {screen}
      <Toasts />
    </>,
    options,
  )
}

/** Styles the tests of a file as a view's own sheet does, and no other file's: sheets of several views do not go together. */
export function withSheets(...sheets: readonly string[]): void {
  const styles = sheets.map((css) => Object.assign(document.createElement('style'), { textContent: css }))
  beforeAll(() => document.head.append(...styles))
  afterAll(() => {
    for (const style of styles) style.remove()
  })
}
