import { describe, expect, test } from 'vitest'
import { laterEventsText, stepsOf, textsOf } from './order-state.ts'
import { shownOf } from '../order-labels.ts'
import { orderWith } from '../testing/payments.ts'

const at = '2026-11-21T09:30:00.000Z'
const deposits = [{ code: 'usdtbsc', received: '31.96', usd: 31.96 }]
const text = (changes: Parameters<typeof orderWith>[0]) => {
  const order = orderWith(changes)
  return textsOf(shownOf(order), order)
}

describe('after a person reviewed it', () => {
  test.each([
    ['paid_twice', /che non ha aggiunto tempo al piano: una persona lo ha verificato il 21\/11\/2026\. Se vuoi sapere/],
    ['refunded', /come rimborsato: una persona lo ha verificato il 21\/11\/2026\. Se vuoi sapere/],
    [
      'deposit',
      /versamento di 31,96\sUSDT: una persona lo ha verificato il 21\/11\/2026\. Da solo non ha aggiunto tempo/,
    ],
  ] as const)('an active order no longer says that a person looks at it (%s)', (attention, expected) => {
    const active = { status: 'finished', activated: true, attention, deposits } as const
    expect(text({ ...active, reviewed_at: at }).text).toMatch(expected)
    expect(text({ ...active, reviewed_at: at }).text).not.toContain('sta verificando')
    expect(text(active).text).toContain('una persona lo sta verificando')
    expect(laterEventsText(orderWith({ ...active, reviewed_at: at }))).toMatch(expected)
  })

  test('a deposit without a payment before it is no second one', () => {
    const first = { attention: 'deposit' as const, deposits, amount_paid: 0 }
    expect(text(first).text).toMatch(/^È arrivato un versamento di /)
    const steps = stepsOf(shownOf(orderWith(first)), orderWith(first), { expectedUntil: null, now: Date.parse(at) })
    expect(steps.map(({ note }) => note)).not.toContain('Nessun importo ricevuto')
  })

  test('several deposits are named in the plural', () => {
    const several = { attention: 'deposit' as const, deposits: [...deposits, ...deposits] }
    expect(text(several).text).toContain('una persona li sta verificando. Non pagare di nuovo')
    expect(text({ ...several, reviewed_at: at }).text).toContain('una persona li ha verificati il 21/11/2026.')
  })

  test.each([
    ['deposit', 'È arrivato un secondo versamento'],
    ['refunded', 'Il fornitore segnala questo pagamento come rimborsato'],
    ['review', 'In questo pagamento qualcosa non tornava'],
  ] as const)('an order that is not active says so, and whom to ask (%s)', (attention, expected) => {
    const order = orderWith({ status: 'confirming', under_review: true, attention, deposits, amount_paid: 5 })
    const looked = { ...order, reviewed_at: at }
    expect(text(order).title).toBe('Lo stiamo verificando')
    expect(text(looked).title).toBe('Verifica conclusa')
    expect(text(looked).text).toMatch(
      new RegExp(
        `^${expected}.*: una persona lo ha verificato il 21/11/2026\\. Questo ordine non ha attivato il piano da solo`,
      ),
    )
    const notes = stepsOf(shownOf(looked), looked, { expectedUntil: null, now: Date.parse(at) }).map(({ note }) => note)
    expect(notes).toContain('Verificato il 21/11/2026')
  })
})

describe('more than the price', () => {
  const surplus = { status: 'finished', activated: true, amount_surplus: 5.99 } as const
  const arrived = /attivo\. Sono arrivati 5,99\sUSDT più del prezzo, che da soli non aggiungono tempo: /

  test('the buyer reads whom to ask, and after the review when it was', () => {
    expect(text(surplus).text).toMatch(new RegExp(`${arrived.source}scrivici con il numero dell’ordine\\.$`))
    expect(text({ ...surplus, reviewed_at: at }).text).toMatch(
      new RegExp(
        `${arrived.source}una persona li ha verificati il 21/11/2026\\. Se vuoi sapere com’è andata, scrivici con il numero dell’ordine\\.$`,
      ),
    )
  })

  test('beside another event the text says once whom to ask', () => {
    const twice = text({ ...surplus, attention: 'paid_twice', reviewed_at: at }).text
    expect(twice).toMatch(arrived)
    expect(twice.match(/scrivici con il numero dell’ordine/g)).toHaveLength(1)
  })

  test('network fees of some cents are not named', () => {
    expect(text({ ...surplus, amount_surplus: 0.04 }).text).not.toContain('più del prezzo')
    expect(text({ ...surplus, amount_surplus: 0.05 }).text).toContain('più del prezzo')
  })
})

test('money of unknown worth is to be verified', () => {
  const coin = { code: 'btc', symbol: 'BTC', asked: '0.001', received: '0.0009' }
  const order = orderWith({ status: 'confirming', under_review: true, attention: 'review', amount_paid: 0, coin })
  const notes = (received: string) =>
    stepsOf(
      shownOf(order),
      { ...order, coin: { ...coin, received } },
      { expectedUntil: null, now: Date.parse(at) },
    ).map(({ note }) => note)
  expect(notes('0.0009')).toContain('Importo da verificare')
  expect(notes('0')).not.toContain('Importo da verificare')
})
