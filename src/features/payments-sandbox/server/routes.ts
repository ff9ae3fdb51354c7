import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTypes } from '#server/http/content.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { bookedPayments, deliveriesOf, invoiceBy } from './books.ts'
import { createDeliveries } from './deliveries.ts'
import { missingPage, payPage, type PayPage } from './page.ts'
import { play, playForm } from './play.ts'

const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
/** The page that follows a play waits this long for the site's answers, so that it shows them. */
const patienceMs = 1_500
const shownDeliveries = 100

interface Invoice {
  Params: { invoice_id: string }
}

/** The sandbox's pay page and the worker that delivers its notifications. Only where the sandbox is the provider. */
export function registerSandbox(app: FastifyInstance, kernel: Kernel): void {
  const { sql } = kernel
  const deliveries = createDeliveries(kernel)
  app.addHook('onReady', async () => deliveries.start())
  // Runs before the server waits for its connections: a delivery under way is one of them.
  app.addHook('preClose', () => deliveries.close())

  app.get('/sandbox/style.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type(contentTypes.css).header('cache-control', 'no-cache').send(style),
  )

  app.get<Invoice>('/sandbox/pay/:invoice_id', { schema: { hide: true } }, (request, reply) =>
    show(request, reply, 200, null),
  )

  app.post<Invoice>('/sandbox/pay/:invoice_id', { schema: { hide: true } }, async (request, reply) => {
    try {
      const given = playForm.safeParse(request.body)
      if (!given.success) return fail('VALIDATION', { detail: given.error.issues[0]?.message ?? 'Modulo non valido.' })
      await play(kernel, request.params.invoice_id, given.data)
      await Promise.race([deliveries.deliver(), sleep(patienceMs, undefined, { ref: false })])
      if (wantsData(request)) return await show(request, reply, 200, null)
      const { payment_id: payment } = given.data
      return await reply
        .header('cache-control', 'no-store')
        .redirect(`${request.url}#${payment ? `p${payment}` : 'pagamenti'}`, 303)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'VALIDATION') throw error
      if (wantsData(request)) throw error
      return show(request, reply, error.status, { text: error.message, given: { ...(request.body as object) } })
    }
  })

  async function show(
    request: FastifyRequest<Invoice>,
    reply: FastifyReply,
    status: number,
    error: PayPage['error'],
  ): Promise<FastifyReply> {
    void reply.header('cache-control', 'no-store')
    const page = await pageOf(request.params.invoice_id, error)
    if (wantsData(request)) return reply.code(status).send(page ?? fail('NOT_FOUND'))
    return reply
      .code(page === null ? 404 : status)
      .type(contentTypes.html)
      .send(page === null ? missingPage() : payPage(page))
  }

  async function pageOf(invoiceId: string, error: PayPage['error']): Promise<PayPage | null> {
    const invoice = await invoiceBy(sql, invoiceId)
    if (invoice === undefined) return null
    return {
      invoice,
      payments: await bookedPayments(sql, { invoiceId }),
      deliveries: await deliveriesOf(sql, invoiceId, shownDeliveries),
      error,
    }
  }
}

/** A program that plays asks for JSON. */
function wantsData(request: FastifyRequest): boolean {
  return request.headers.accept === 'application/json'
}
