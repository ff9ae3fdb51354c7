import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'
import { mailboxUrl } from './own-server.ts'

/** Waits for the newest match among the mails to an address. @returns the matched text */
export async function mailed(request: APIRequestContext, to: string, text: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const mails = (await (await request.get(mailboxUrl(), { params: { to } })).json()) as string[]
    found = mails.flatMap((mail) => text.exec(mail) ?? []).at(-1) ?? ''
    expect(found, mails.join()).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return found
}

/** Confirms the address of a new account with the link of its mail, without a browser. */
export async function provenEmail(request: APIRequestContext, email: string): Promise<void> {
  const link = await mailed(request, email, /^http\S+form=confirm&token=\S+$/m)
  const answer = await request.post('/api/auth/confirm-email', {
    data: { token: new URL(link).searchParams.get('token') },
  })
  expect(answer.status()).toBe(200)
}
