import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { Verified } from '#features/payments/provider.ts'
import { createSandbox } from '../provider.ts'
import { registerSandbox } from '../routes.ts'

/** One notification as the site got it. */
export interface Received {
  status: string
  body: Record<string, unknown>
  verified: Verified
}

export interface Books {
  payments: {
    payment_id: string
    parent_payment_id: string | null
    status: string
    coin: string
    asked: string
    received: string
  }[]
  deliveries: {
    delivery_id: number
    status: string
    manner: string
    answered: number | null
    attempts: number
    next_attempt_at: string | null
  }[]
}

export const orderId = 'TT-0123456789ABCDEFGHJKMNPQRS'
export const course = ['waiting', 'confirming', 'confirmed', 'sending', 'finished']

/** The sandbox over a database of its own, and a site that is notified. Call it at the top of a file. */
export async function sandboxScene() {
  const kernel = await testKernel()
  const sandbox = createSandbox(kernel)
  const app = await testApp(kernel, registerSandbox)
  const { signal } = new AbortController()
  const scene = {
    kernel,
    sandbox,
    app,
    signal,
    received: [] as Received[],
    answers: 200 as number | 'silent',
    /** Milliseconds that the sandbox waited for answers that never came. */
    hungUpAfter: [] as number[],
    checkout,
    send,
    play,
  }

  const site = createServer((request, response) => {
    const began = performance.now()
    response.once('close', () => {
      if (!response.writableFinished) scene.hungUpAfter.push(performance.now() - began)
    })
    void read(request).then((text) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const body = JSON.parse(text) as Record<string, unknown>
      const verified = sandbox.verifyNotification({ headers, rawBody: Buffer.from(text) })
      scene.received.push({ status: String(body['payment_status']), body, verified })
      if (scene.answers !== 'silent') response.writeHead(scene.answers).end('{}')
    })
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    site.closeAllConnections()
    site.close()
  })
  const notifyUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/ipn`
  beforeEach(() => {
    scene.received.length = 0
    scene.answers = 200
  })

  function checkout(priceCents = 2490, coin?: string) {
    return sandbox.createCheckout(
      {
        orderId,
        priceCents,
        currency: 'usd',
        description: 'Basic Leaderboard <b>3 mesi</b>',
        ...(coin !== undefined && { coin }),
        notifyUrl,
        successUrl: 'http://localhost:3000/?view=payment&order=1',
        cancelUrl: 'http://localhost:3000/?view=payment&order=2',
      },
      { signal },
    )
  }

  function send(invoiceId: string, fields: Record<string, string>, accept = 'text/html') {
    return app.inject({
      method: 'POST',
      url: `/sandbox/pay/${invoiceId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
      payload: new URLSearchParams(fields).toString(),
    })
  }

  async function play(invoiceId: string, fields: Record<string, string>): Promise<Books> {
    const { statusCode, body } = await send(invoiceId, fields, 'application/json')
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return JSON.parse(body) as Books
  }

  return scene
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
