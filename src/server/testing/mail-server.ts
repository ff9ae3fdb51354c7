import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server on the loopback. */
export interface MailServer {
  url: string
  port: number
  /** The mails that arrived whole, oldest first: `raw` as it was sent. */
  mails: { to: string[]; raw: string; acknowledged: boolean }[]
  /** The answer to DATA's end: `take` it, `refuse` it for now, `reject` it for good, or never answer. */
  mood: 'take' | 'refuse' | 'reject' | 'silent'
  /** Addresses that the server does not know. */
  unknown: Set<string>
  /** The first mail, past or future. */
  arrival: () => Promise<void>
  close: () => Promise<void>
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(mail.unknown.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mood } = mail
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (mood === 'take' || mood === 'silent')
          mail.mails.push({ to, raw: Buffer.concat(chunks).toString(), acknowledged: mood === 'take' })
        if (mood === 'take') done()
        else if (mood === 'refuse') done(Object.assign(new Error('not now'), { responseCode: 451 }))
        else if (mood === 'reject') done(Object.assign(new Error('not this one'), { responseCode: 554 }))
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: given } = server.server.address() as AddressInfo
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${given}`,
    port: given,
    mails: [],
    mood: 'take',
    unknown: new Set(),
    async arrival() {
      while (mail.mails.length === 0) await sleep(20)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
  onTestFinished(() => mail.close())
  return mail
}
