import nodemailer from 'nodemailer'
import type { Config } from '../settings/config.ts'
import { staysInside } from '../settings/places.ts'

export interface Mail {
  /** The same for each try of a message. */
  id: string
  /** The recipients do not see each other. */
  to: readonly string[]
  /** The address for replies; left out where it is no plain address. */
  replyTo?: string | null
  subject: string
  /** Plain text. */
  text: string
}

export interface MailTransport {
  /**
   * Hands a mail to the server and waits for its answer.
   * @returns the addresses that the server refused, while it took at least one
   * @throws MailRefused where it refused every recipient, or this mail for good; MailError where it took none otherwise, or did not answer
   */
  send: (mail: Mail) => Promise<string[]>
  close: () => void
}

/** The reason why a mail did not leave, without any of its text: safe to log. */
export class MailError extends Error {}

/** The server refuses this message, or its recipient; it may take others. */
export class MailRefused extends MailError {}

/** One address and nothing else: no list, no name, no second line. */
const address = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u

/** The longest time for each step, in milliseconds; a mail is tried again after their sum. */
const connectMs = 5_000
const noAnswerMs = 10_000

/** Mail by SMTP; null where none is configured. `docs/operations/payments.md`. */
export function createMailTransport({
  SMTP_URL: url,
  MAIL_FROM: from,
}: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): MailTransport | null {
  if (url === undefined) return null
  const transport = nodemailer.createTransport(
    {
      url,
      // Links that open accounts go by mail: beyond this network never in clear.
      requireTLS: !staysInside(url),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: noAnswerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, replyTo = null, subject, text }) {
      const good = to.filter((each) => address.test(each))
      const [only] = good
      if (only === undefined) throw new MailRefused(to.length === 0 ? 'no_recipient' : 'bad_recipient')
      try {
        const answer = await transport.sendMail({
          // A mail whose confirmation got lost is sent twice: the reader's program recognises it by this id.
          messageId: `<${id}@${host}>`,
          // An object is always one address, whatever its text holds.
          ...(good.length === 1
            ? { to: { name: '', address: only } }
            : { bcc: good.map((each) => ({ name: '', address: each })) }),
          ...(replyTo !== null && address.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
          subject: oneLine(subject),
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return [...answer.rejected, ...to.filter((each) => !good.includes(each))]
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(reasonOf(error)) : new MailError(reasonOf(error))
      }
    },
    close: () => transport.close(),
  }
}

/** The text on one line: a line break would begin a header of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** The server refuses the recipients, or this mail for good: it would take others. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return command === 'RCPT TO' || (command === 'DATA' && typeof responseCode === 'number' && responseCode >= 500)
}

/** `EAUTH 535`: the server's sentence may repeat our input, so it is left out. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const known = [code, responseCode].filter((each) => typeof each === 'string' || typeof each === 'number')
  return known.length === 0 ? 'unknown' : known.join(' ')
}
