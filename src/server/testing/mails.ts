import { onTestFinished } from 'vitest'
import { instantText } from '#shared/dates.ts'
import { createMailTransport, type MailTransport } from '../outbox/mail.ts'
import type { Message } from '../outbox/outbox.ts'
import type { TestKernel } from './kernel.ts'
import type { MailServer } from './mail-server.ts'

/** Makes messages for the outbox: each a mail to Anna with a cause of its own, and the given changes. */
export const messageTo =
  ({ secrets, clock }: TestKernel) =>
  (changes: Partial<Message> = {}): Message => ({
    id: secrets.newId(),
    cause: `order:${secrets.newId()}`,
    kind: 'mail',
    recipient: 'anna@example.com',
    subject: 'Il tuo piano è attivo',
    body: 'Grazie: il piano è attivo fino al 20/12/2026.\n',
    at: instantText(clock.now()),
    ...changes,
  })

export function mailTo(server: Pick<MailServer, 'url'>): MailTransport {
  const transport = createMailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: 'TopTrader <no-reply@toptrader.example>',
  })
  if (transport === null) throw new Error('no transport')
  onTestFinished(() => transport.close())
  return transport
}
