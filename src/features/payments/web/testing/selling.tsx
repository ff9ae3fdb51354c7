import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { useUrl } from '#web/router.ts'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import { SubscribeView } from '../subscribe/SubscribeView.tsx'
import { buyer, coins, currencies, orderId, plans } from './payments.ts'

export const create = 'POST /api/crypto/create-payment'
export const invoice = 'https://nowpayments.io/payment/?iid=1'
export const made = { invoice_url: invoice, order_id: orderId, payment_id: '1' }

/** Signs a buyer in, at the plans of Basic. */
export function arrive() {
  localStorage.clear()
  writeToken('a-session')
  window.history.replaceState({}, '', '/?view=basic-subscribe')
}

export function leave() {
  vi.restoreAllMocks()
  writeToken(null)
  window.history.replaceState({}, '', '/')
}

/** Lets the browser open a window, and records what the page does with it. */
export function allowWindow() {
  const opened = {
    opener: window as unknown,
    document: document.implementation.createHTMLDocument(),
    shown: '',
    isClosed: false,
  }
  const window_ = {
    ...opened,
    location: { replace: (url: string) => (window_.shown = url) },
    close: () => (window_.isClosed = true),
  }
  const open = vi.spyOn(window, 'open').mockImplementation(() => window_ as unknown as Window)
  return { window_, open }
}

interface Scene {
  screen?: 'basic' | 'diamond'
  signedIn?: boolean
  own?: typeof buyer
  offered?: typeof coins | null
  calls?: Parameters<typeof serveCalls>[0]
}

/** Shows the view only while the address is its own, as the frame does. */
function While({ view }: { view: string }) {
  const isHere = useUrl().search.get('view') === view
  return isHere && <SubscribeView />
}

/** Mounts the screen with its calls answered. @returns the requests */
export function show({ screen = 'basic', signedIn = true, own = buyer, offered = coins, calls = {} }: Scene = {}) {
  if (!signedIn) writeToken(null)
  const requests = serveCalls({
    'GET /api/plans': () => ({ body: plans }),
    'GET /api/dashboard': () => ({ body: own }),
    'GET /api/crypto/supported-currencies': () =>
      offered === null ? { status: 503, body: { detail: 'Non ora.' } } : { body: currencies(offered) },
    [create]: () => ({ status: 201, body: made }),
    ...calls,
  })
  const seeds: SeededAnswer[] = [{ key: 'GET /api/plans', input: {}, data: plans }]
  mount(<While view={`${screen}-subscribe`} />, { seeds })
  return requests
}

/** Finds a radio by the first words of its name. The network, and whether it is chosen, come after them. */
export const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}\\b`) })
export const payButton = () => page.getByRole('button', { name: 'Vai al pagamento' })
export const posts = (requests: { key: string }[]) => requests.filter(({ key }) => key === create)
