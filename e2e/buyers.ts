import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { provenEmail } from './mailbox.ts'

/** Buyers, signed in by page or by call, and the state of their orders by call. */

export const password = 'Cavallo-Blu-77'

export function person(username: string, name: string, account: string) {
  return {
    username,
    display_name: name,
    email: `${username}@example.org`,
    broker_server: 'Broker-Live',
    account_number: account,
    password,
  }
}
export type Person = ReturnType<typeof person>

/** Registers by the form. */
export async function register(page: Page, who: Person): Promise<void> {
  await page.goto('/?view=auth&form=register')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Nome visualizzato').fill(who.display_name)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Paese').fill('Ital')
  await page.getByRole('option', { name: 'Italia' }).click()
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Server del broker').fill(who.broker_server)
  await page.getByLabel('Numero di conto').fill(who.account_number)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Conferma password' }).fill(password)
  await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
  await page.getByRole('region', { name: 'Testo dei Termini e Condizioni' }).press('End')
  await page.getByRole('button', { name: 'Accetto' }).click()
  await page.getByRole('button', { name: 'Registrati' }).click()
  await page
    .getByRole('alertdialog', { name: 'Conferma Registrazione' })
    .getByRole('button', { name: 'Conferma' })
    .click()
}

export async function signInAs(page: Page, request: APIRequestContext, who: Person): Promise<void> {
  const data = {
    ...who,
    country: 'IT',
    investor_password: '',
    confirm_password: password,
    terms_accepted_at: new Date().toISOString(),
  }
  expect((await request.post('/api/auth/register', { data })).ok()).toBe(true)
  await provenEmail(request, who.email)
  await enter(page, request, who)
}

export async function enter(
  page: Page,
  request: APIRequestContext,
  who: { email: string; password: string },
): Promise<void> {
  const data = { email: who.email, password: who.password }
  const { access_token: token } = (await (await request.post('/api/auth/login', { data })).json()) as {
    access_token: string
  }
  await page.evaluate((given) => {
    localStorage.setItem('trader_token', given)
    sessionStorage.setItem('trader_token', given)
  }, token)
  await page.goto('/?view=dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

export async function session(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await page.evaluate(() => localStorage.getItem('trader_token'))) ?? ''}` }
}

interface Own {
  trader_id: string
  subscription: { recent_payments: { order_id: string }[] }
}

async function own(page: Page, request: APIRequestContext): Promise<Own> {
  return (await (await request.get('/api/dashboard', { headers: await session(page) })).json()) as Own
}

export async function lastOrder(page: Page, request: APIRequestContext): Promise<string> {
  return (await own(page, request)).subscription.recent_payments[0]?.order_id ?? ''
}

interface State {
  activated: boolean
  payment_id: string | null
}

export async function status(page: Page, request: APIRequestContext, orderId: string): Promise<State> {
  const answer = await request.get(`/api/crypto/payment-status/${orderId}`, { headers: await session(page) })
  return (await answer.json()) as State
}

export async function order(page: Page, request: APIRequestContext, plan: string) {
  const { trader_id: id } = await own(page, request)
  const made = await request.post('/api/crypto/create-payment', {
    headers: await session(page),
    data: { user_id: id, plan },
  })
  return (await made.json()) as { order_id: string; invoice_url: string }
}
