import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * Receives the product's mail, and serves it to journeys: `GET /?to=ADDRESS` on the port answers the texts, oldest first.
 * @returns the address where mail is received
 */
export async function startMailServer(port: number): Promise<string> {
  const mails: { to: string[]; raw: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const box = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to') ?? ''
    const texts = mails.filter((mail) => mail.to.includes(to)).map(({ raw }) => textOf(raw))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(texts))
  })
  await new Promise<void>((resolve) => box.listen(port, '127.0.0.1', resolve))
  // Neither listener keeps a stopped server alive.
  smtp.server.unref()
  box.unref()
  return `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
}

/** The text that a person reads, whichever way it travelled. */
function textOf(raw: string): string {
  const end = raw.indexOf('\r\n\r\n')
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)]
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
