import type { Role } from './cast.ts'

/** What the demonstration does through the public API besides syncing. */
export interface Site {
  register(role: Role): Promise<{ traderId: string; userToken: string }>
  assignPlan(adminToken: string, traderId: string, plan: Role['plan'], days: number): Promise<void>
  newAdvisorToken(userToken: string): Promise<string>
  login(email: string, password: string): Promise<string>
}

/** One password for everybody: nobody of the demonstration has anything to lose. */
export const demoPassword = 'Dimostrazione-2026'

export function emailOf({ person }: Role): string {
  return `${person.username}@demo.toptrader.example`
}

export function createSite(address: string): Site {
  async function call<T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  const login = async (email: string, password: string) =>
    (await call<{ access_token: string }>('POST', '/api/auth/login', null, { email, password })).access_token

  return {
    login,
    async register(role) {
      const email = emailOf(role)
      const { user } = await call<{ user: { trader_id: string } }>('POST', '/api/auth/register', null, {
        display_name: role.person.displayName,
        username: role.person.username,
        country: role.person.country,
        broker_server: role.server,
        account_number: role.login,
        investor_password: '',
        email,
        password: demoPassword,
        confirm_password: demoPassword,
        terms_accepted_at: new Date().toISOString(),
      })
      return { traderId: user.trader_id, userToken: await login(email, demoPassword) }
    },
    assignPlan: (adminToken, traderId, plan, days) =>
      call('POST', '/api/admin/assign-subscription', adminToken, {
        trader_id: traderId,
        type: plan,
        duration_days: days,
      }),
    newAdvisorToken: async (userToken) =>
      (await call<{ ea_token: string }>('POST', '/api/generate-ea-token', userToken)).ea_token,
  }
}
