import { expect, test } from 'vitest'
import { startMailServer } from '../testing/mail-server.ts'
import { createMailTransport, MailError } from './mail.ts'

const mail = { id: '1', to: ['anna@example.com'], subject: 'Un link', text: 'https://toptrader.example/#token' }

test('beyond this machine no mail leaves in clear', async () => {
  const server = await startMailServer()
  const send = async (host: string) => {
    const url = `smtp://${host}:${server.port}`
    const transport = createMailTransport({ SMTP_URL: url, MAIL_FROM: 'no-reply@toptrader.example' })
    await transport?.send(mail).finally(() => transport.close())
  }
  // The same server, under an address that does not say so.
  await expect(send('0.0.0.0')).rejects.toThrow(MailError)
  expect(server.mails).toHaveLength(0)
  await send('127.0.0.1')
  expect(server.mails).toHaveLength(1)
})
