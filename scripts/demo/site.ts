import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import type { Role } from './cast.ts'

/** A registered trader with a session, who acts. */
interface SignedIn {
  traderId: string
  userToken: string
}

export interface Order {
  order_id: string
  /** The provider's page. */
  invoice_url: string
}

/** The demonstration's actions through the public API, and on the provider's page, besides syncing. */
export interface Site {
  register(role: Role): Promise<SignedIn>
  /** A new session. */
  login(role: Role): Promise<string>
  /** @param coin the provider's ticker; null: chosen on its page. `payAgain`: although money of an earlier order waits */
  openOrder(buyer: SignedIn, plan: PlanCode, coin: string | null, options?: { payAgain?: boolean }): Promise<Order>
  orderState(
    buyer: SignedIn,
    order: Order,
  ): Promise<{ status: string; activated: boolean; expires_at: string | null; checked_at: string | null }>
  /** Fills the form of the sandbox's page. */
  pay(order: Order, fields: Record<string, string>): Promise<SandboxBooks>
  /** The same for the newest payment of the order. */
  payNewest(order: Order, fields: Record<string, string>): Promise<SandboxBooks>
  newAdvisorToken(userToken: string): Promise<string>
  /** A new session by e-mail. */
  session(email: string): Promise<string>
  /** Any call of the API. @param userToken null: without a session */
  call<T>(method: string, path: string, userToken: string | null, body?: unknown): Promise<T>
  /** Uploads a file. Returns its stored address. */
  upload(path: string, userToken: string, file: { name: string; type: string; bytes: Uint8Array }): Promise<string>
}

interface SandboxBooks {
  payments: { payment_id: string; status: string }[]
}

/** One password for everybody: a demonstration holds nothing to protect. */
export const demoPassword = 'Dimostrazione-2026'

export function emailOf({ person }: Role): string {
  return `${person.username}@demo.toptrader.example`
}

export function createSite(address: string): Site {
  async function read<T>(method: string, path: string, init: RequestInit): Promise<T> {
    const response = await fetch(new URL(path, address), { method, ...init })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  const call = <T>(method: string, path: string, token: string | null, body?: unknown) =>
    read<T>(method, path, {
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  // The page at this server's address, whatever the public one is.
  const pageOf = ({ invoice_url }: Order) => new URL(invoice_url).pathname
  const headers = { accept: 'application/json' }
  const pay: Site['pay'] = (order, fields) =>
    read('POST', pageOf(order), { headers, body: new URLSearchParams(fields) })

  const session: Site['session'] = async (email) => {
    const credentials = { email, password: demoPassword }
    return (await call<{ access_token: string }>('POST', '/api/auth/login', null, credentials)).access_token
  }
  const login: Site['login'] = (role) => session(emailOf(role))

  return {
    login,
    async register(role) {
      const { user } = await call<{ user: { trader_id: string } }>('POST', '/api/auth/register', null, {
        display_name: role.person.displayName,
        username: role.person.username,
        country: role.person.country,
        broker_server: role.server,
        account_number: role.login,
        investor_password: '',
        email: emailOf(role),
        password: demoPassword,
        confirm_password: demoPassword,
        terms_accepted_at: new Date().toISOString(),
      })
      return { traderId: user.trader_id, userToken: await login(role) }
    },
    openOrder: ({ traderId, userToken }, plan, coin, { payAgain = false } = {}) =>
      call('POST', '/api/crypto/create-payment', userToken, {
        user_id: traderId,
        plan,
        ...(coin !== null && { pay_currency: coin }),
        ...(payAgain && { pay_again: true }),
      }),
    orderState: ({ userToken }, { order_id }) => call('GET', `/api/crypto/payment-status/${order_id}`, userToken),
    pay,
    async payNewest(order, fields) {
      const { payments } = await read<SandboxBooks>('GET', pageOf(order), { headers })
      return pay(order, { ...fields, payment_id: payments.at(-1)?.payment_id ?? '' })
    },
    newAdvisorToken: async (userToken) =>
      (await call<{ ea_token: string }>('POST', '/api/generate-ea-token', userToken)).ea_token,
    session,
    call,
    async upload(path, userToken, { name, type, bytes }) {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
      const form = { headers: { authorization: `Bearer ${userToken}` }, body }
      return (await read<{ file_url: string }>('POST', path, form)).file_url
    },
  }
}
