import type { PasswordCost } from '#server/settings/passwords.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerAuth } from '../server/routes.ts'

/** A valid registration. */
export const goodRegistration = {
  display_name: 'Anna Verdi',
  username: 'anna.verdi',
  country: 'IT',
  broker_server: 'Broker-Live',
  account_number: '1000001',
  investor_password: 'solo-lettura-42',
  email: 'anna@example.com',
  password: 'cavallo-batteria-42',
  confirm_password: 'cavallo-batteria-42',
  terms_accepted_at: '2026-11-20T09:59:00.000Z',
}

/** A server with the calls of auth. To be called at the top of a test file. */
export async function authScene(env: Record<string, string> = {}, passwordCost?: PasswordCost) {
  const kernel = await testKernel({ env, ...(passwordCost && { passwordCost }) })
  const app = await testApp(kernel, registerAuth)
  const post = (url: string, payload: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url, payload, headers, remoteAddress })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    kernel,
    app,
    post,
    bearer,
    register: (fields: Record<string, unknown> = {}, address?: string) =>
      post('/api/auth/register', { ...goodRegistration, ...fields }, {}, address),
    login: (body: object, headers?: Record<string, string>, address?: string) =>
      post('/api/auth/login', body, headers, address),
    /** The token of a fresh session. */
    signIn: async (email: string, password = goodRegistration.password) =>
      (await post('/api/auth/login', { email, password })).json<{ access_token: string }>().access_token,
    sessions: (token: string) => app.inject({ method: 'GET', url: '/api/account/sessions', headers: bearer(token) }),
  }
}
