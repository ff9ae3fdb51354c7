import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '#server/kernel.ts'

export interface WrittenMail {
  recipient: string
  subject: string
  body: string
  is_sealed: boolean
}

/** Mail is set up, with a server that does not exist: written mails stay in the outbox and can be read. */
export const noMailServer = { SMTP_URL: 'smtp://127.0.0.1:1' }

/**
 * Mails to an address, oldest first, unsealed.
 * @param kind the links that confirm an address, which every registration posts, or all others
 */
export async function mailsTo(
  { sql, secrets }: Kernel,
  address: string,
  kind: 'proofs' | 'others' = 'others',
): Promise<WrittenMail[]> {
  const rows = await sql<(WrittenMail & { message_id: string })[]>`
    select message_id, recipient, subject, body, is_sealed from outbox
     where recipient = ${address} and (cause like 'auth:email_proof:%') = ${kind === 'proofs'} order by created_at, message_id`
  return rows.map(({ message_id: id, ...mail }) => ({
    ...mail,
    body: mail.is_sealed && mail.body !== '' ? secrets.open(mail.body, id) : mail.body,
  }))
}

/** The token of a mail's link. */
export const tokenIn = (mail: WrittenMail | undefined): string =>
  /[#&]token=([\w-]{43})\b/.exec(mail?.body ?? '')?.[1] ?? ''

/** Waits for mails that are written after the answer. */
export async function awaitMails(kernel: Kernel, address: string, count: number): Promise<WrittenMail[]> {
  for (let tries = 0; tries < 250; tries++) {
    const mails = await mailsTo(kernel, address)
    if (mails.length >= count) return mails
    await sleep(20)
  }
  throw new Error(`${count} mails to ${address} were never written`)
}
