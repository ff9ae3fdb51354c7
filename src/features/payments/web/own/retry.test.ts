import { afterEach, describe, expect, test, vi } from 'vitest'
import { recentOrder, retryActivation } from './retry.ts'
import { orderId, orderWith, recentWith, reconciled } from '../testing/payments.ts'

afterEach(() => vi.unstubAllGlobals())

/** The two calls, answered one after the other. A text is no JSON, null is no answer at all. */
function serve(...answers: ({ status?: number; body: unknown } | null)[]) {
  const requests: { address: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, init?: { body?: string }) => {
    requests.push({ address, body: init?.body === undefined ? null : JSON.parse(init.body) })
    const answer = answers.shift()
    if (answer == null) return Promise.reject(new TypeError('Failed to fetch'))
    const { status = 200, body } = answer
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
  })
  return requests
}

describe('Retry', () => {
  test('without an order nothing is requested', async () => {
    const requests = serve()
    expect(await retryActivation(null)).toMatchObject({
      tone: 'warn',
      text: 'Nessun ordine recente trovato. Se hai pagato, attendi qualche secondo o contattaci.',
      activated: false,
    })
    expect(requests).toEqual([])
  })

  test('an order that is gone is no recent order', async () => {
    serve({ status: 404, body: { detail: 'Ordine non trovato: controlla il numero.' } })
    expect((await retryActivation(orderId)).text).toMatch(/^Nessun ordine recente trovato\. /)
  })

  test('the provider is asked by the payment’s own id, and the remaining state is shown', async () => {
    const requests = serve({ body: orderWith() }, reconciled({ status: 'confirming' }))
    expect((await retryActivation(orderId)).text).toBe('Stato attuale: confirming. Riprova tra poco.')
    expect(requests[1]).toEqual({
      address: '/api/crypto/reconcile-payment',
      body: { order_id: orderId, payment_id: '4522625843' },
    })
  })

  test('an order that the check settled is complete', async () => {
    serve({ body: orderWith() }, reconciled({ status: 'finished', activated: true }))
    expect(await retryActivation(orderId)).toMatchObject({
      tone: 'ok',
      text: 'Attivazione completata!',
      activated: true,
    })
  })

  test('an order that was settled meanwhile needs no check', async () => {
    const requests = serve({ body: orderWith({ activated: true, status: 'finished' }) })
    expect((await retryActivation(orderId)).activated).toBe(true)
    expect(requests).toHaveLength(1)
  })

  test('an order without an invoice cannot be checked', async () => {
    const requests = serve({ body: orderWith({ payment_id: null }) })
    expect((await retryActivation(orderId)).text).toBe('Stato attuale: waiting. Riprova tra poco.')
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['no answer', null],
    ['a proxy’s page', { status: 502, body: '<html>' }],
    ['a failing server', { status: 503, body: { detail: 'Servizio momentaneamente non disponibile.' } }],
  ])('%s: the product’s own sentence', async (_, answer) => {
    serve({ body: orderWith() }, answer)
    expect(await retryActivation(orderId)).toMatchObject({ tone: 'danger', text: 'Errore nel ripristino attivazione' })
  })

  test('a refusal says why itself', async () => {
    serve({ body: orderWith() }, { status: 429, body: { detail: 'Troppe richieste. Riprova tra poco.' } })
    expect((await retryActivation(orderId)).text).toBe('Troppe richieste. Riprova tra poco.')
  })
})

describe('the order that is meant', () => {
  test('the newest that may still come to something, before one that is dead', () => {
    const dead = recentWith({ order_id: 'dead', status: 'expired' })
    const open = recentWith({ order_id: 'open', status: 'confirming' })
    expect(recentOrder([dead, open], 'me')).toBe('open')
    expect(recentOrder([dead], 'me')).toBe('dead')
    // Money in confirmation comes before a newer order that only waits.
    expect(recentOrder([recentWith({ order_id: 'newer' }), open], 'me')).toBe('open')
  })

  test('an activated one is not meant, and without storage there is none', () => {
    expect(recentOrder([recentWith({ activated: true, status: 'finished' })], 'me')).toBeNull()
  })
})
