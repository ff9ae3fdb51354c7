import { vi } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getCryptoPayment, getPaymentsDashboard, listCryptoPayments } from '../../admin-contract.ts'
import { registerPaymentAdminRoutes } from '../admin/routes.ts'
import type { Payments } from '../service.ts'
import { books } from './admin-books.ts'

export type List = ResponseOf<typeof listCryptoPayments>
export type Dashboard = ResponseOf<typeof getPaymentsDashboard>
type Detail = ResponseOf<typeof getCryptoPayment>

/** The calls for admins on books that a test writes, with an admin and a buyer. */
export async function adminScene(provider = { name: 'nowpayments', canList: true }, env: Record<string, string> = {}) {
  const kernel = await testKernel({ env })
  const wake = vi.fn<() => void>()
  const payments = { provider, wake } as unknown as Pick<Payments, 'provider' | 'wake'>
  const app = await testApp(kernel, (instance) => registerPaymentAdminRoutes(instance, kernel, payments))
  const admin = await person(kernel, 'capo', { is_admin: true })
  const buyer = await person(kernel, 'anna')
  // Signed in anew: a day passes in some of these tests.
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, who: Person = admin) =>
    app.inject({ method, url, headers: await signedIn(kernel, who.trader_id) })
  const acknowledge = async (id: string, body: { note?: string; seen?: string }) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/crypto-payments/${encodeURIComponent(id)}/acknowledge`,
      headers: await signedIn(kernel, admin.trader_id),
      payload: body,
    })
  const unacknowledge = (id: string) => call('DELETE', `/api/admin/crypto-payments/${id}/acknowledge`)
  const list = async (query = '') => (await call('GET', `/api/admin/crypto-payments${query}`)).json<List>()
  const detail = async (id: string) =>
    (await call('GET', `/api/admin/crypto-payments/${encodeURIComponent(id)}`)).json<Detail>()
  const dashboard = async () => (await call('GET', '/api/admin/payments/dashboard')).json<Dashboard>()
  const remove = (id: string) => call('DELETE', `/api/admin/crypto-payments/${id}/delete`)
  const restore = (id: string) => call('POST', `/api/admin/crypto-payments/${id}/restore`)
  const actions = { acknowledge, unacknowledge, remove, restore }
  return { kernel, app, admin, buyer, wake, call, list, detail, dashboard, ...actions, ...books(kernel) }
}

/** The order ids of a page, in the order of the list. */
export const ids = (page: List) => page.payments.map((row) => row.order_id)
