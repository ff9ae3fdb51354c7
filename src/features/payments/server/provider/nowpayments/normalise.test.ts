import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/characters.ts'
import { decimalOf } from '../../../decimal.ts'
import { paymentOf } from './normalise.ts'

const answer = {
  payment_id: 5261148849,
  invoice_id: 6417549628,
  payment_status: 'finished',
  price_amount: 11.99,
  price_currency: 'USD',
  pay_amount: 69.242455,
  actually_paid: 69.25,
  pay_currency: 'TRX',
  order_id: 'TT-01K9ZX5R8M3F7T2W6Q4B9C0DHJ',
  updated_at: '2026-11-20T10:00:00.000Z',
  burning_percent: 'null',
}

describe('ids', () => {
  test('case 57: numbers in answers, texts elsewhere: the same payment', () => {
    const asText = { ...answer, payment_id: ' 05261148849 ', invoice_id: '6417549628', order_id: answer.order_id }
    const one = paymentOf(answer)
    expect({ ...paymentOf(asText), raw: answer }).toEqual(one)
    expect(one).toMatchObject({ providerPaymentId: '5261148849', providerInvoiceId: '6417549628' })
    expect(paymentOf({ ...answer, order_id: 42 })?.orderId).toBe('42')
  })
  test('case 57: beyond 2^53 a number was changed while it was read, a text was not', () => {
    expect(paymentOf({ ...answer, payment_id: JSON.parse('9007199254740993') as unknown })).toBeNull()
    expect(paymentOf({ ...answer, payment_id: '9007199254740993' })?.providerPaymentId).toBe('9007199254740993')
  })
  test.each([
    [0],
    [-5],
    [1.5],
    [Number.NaN],
    ['0'],
    [''],
    ['null'],
    ['12a'],
    ['1e9'],
    [null],
    [[5]],
    [{}],
    ['9'.repeat(31)],
  ])('no payment is named by %j', (id) => expect(paymentOf({ ...answer, payment_id: id })).toBeNull())
  test.each([[null], [0], [''], ['0'], ['null'], [undefined]])('%j is no parent', (parent) => {
    expect(paymentOf({ ...answer, parent_payment_id: parent })?.parentPaymentId).toBeNull()
  })
  test.each([[5261148000], ['5261148000']])('%j is a parent', (parent) => {
    expect(paymentOf({ ...answer, parent_payment_id: parent })?.parentPaymentId).toBe('5261148000')
  })
  test.each([['abc'], [{}], [[1]], [true], [-1], [1.5], [2 ** 60]])(
    '%j names an illegible parent: no root',
    (parent) => {
      expect(paymentOf({ ...answer, parent_payment_id: parent })?.parentPaymentId).toBe('unreadable')
    },
  )
  test('a deposit that calls itself repeated is no root, whether it names its parent or not', () => {
    expect(paymentOf({ ...answer, origin_type: 'REPEATED' })?.parentPaymentId).toBe('unreadable')
    expect(paymentOf({ ...answer, origin_type: 'WRONG_ASSET' })?.parentPaymentId).toBe('unreadable')
    expect(paymentOf({ ...answer, origin_type: 'null' })?.parentPaymentId).toBeNull()
    expect(paymentOf({ ...answer, origin_type: 'REPEATED', parent_payment_id: 7 })?.parentPaymentId).toBe('7')
  })
})

describe('amounts', () => {
  test('are canonical decimals, from numbers and texts', () => {
    expect(paymentOf({ ...answer, pay_amount: '69.24245500', actually_paid: 1e-8 })).toMatchObject({
      asked: '69.242455',
      received: '0.00000001',
      price: { amount: '11.99', currency: 'usd' },
      coin: 'trx',
    })
  })
  test.each([[undefined], [null], ['null'], [''], [-1], ['-1'], ['NaN'], [Number.NaN], ['1e999999'], [{}]])(
    'case 40: %j is no amount',
    (value) => {
      const payment = paymentOf({ ...answer, actually_paid: value, pay_amount: value, price_amount: value })
      expect(payment).toMatchObject({ received: null, asked: null, price: null })
    },
  )
  test('case 39: a price without its currency is none; another currency is reported', () => {
    expect(paymentOf({ ...answer, price_currency: 'null' })?.price).toBeNull()
    expect(paymentOf({ ...answer, price_currency: 'EUR' })?.price).toEqual({ amount: '11.99', currency: 'eur' })
  })
})

describe('words', () => {
  test.each([
    'waiting',
    'confirming',
    'confirmed',
    'sending',
    'partially_paid',
    'finished',
    'failed',
    'refunded',
    'expired',
  ])('%s is known', (word) =>
    expect(paymentOf({ ...answer, payment_status: word })).toMatchObject({ status: word, rawStatus: word }),
  )
  test.each([['cancelled'], ['wrong_asset'], ['Processing!'], ['unknown']])(
    'case 46: %s is unknown and reported',
    (word) => {
      expect(paymentOf({ ...answer, payment_status: word })).toMatchObject({ status: 'unknown', rawStatus: word })
    },
  )
  test('capitals are the same word, nothing is unknown', () => {
    expect(paymentOf({ ...answer, payment_status: 'FINISHED' })?.status).toBe('finished')
    expect(paymentOf({ ...answer, payment_status: null })).toMatchObject({ status: 'unknown', rawStatus: '' })
    expect(paymentOf({ ...answer, payment_status: 'toString' })?.status).toBe('unknown')
  })
  test('times come as milliseconds or as text; what is no time is none', () => {
    expect(paymentOf({ ...answer, updated_at: 1698697946468 })?.updatedAt?.toISOString()).toBe(
      '2023-10-30T20:32:26.468Z',
    )
    expect(paymentOf(answer)?.updatedAt?.toISOString()).toBe('2026-11-20T10:00:00.000Z')
    for (const wrong of [undefined, null, 'soon', 0, -1, 1e30, Number.NaN, {}]) {
      expect(paymentOf({ ...answer, updated_at: wrong })?.updatedAt).toBeNull()
    }
  })
})

test('any body is read or refused, and every text fits the database', () => {
  const key = fc.constantFrom(...Object.keys(answer), 'parent_payment_id', 'origin_type')
  let readable = 0
  fc.assert(
    fc.property(fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.string({ unit: anyCharacter }))), (changes) => {
      const payment = paymentOf({ ...answer, ...changes })
      if (payment === null) return
      readable += 1
      const texts = JSON.stringify({ ...payment, raw: null })
      expect(texts).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      expect(payment.providerPaymentId).toMatch(/^[1-9]\d{0,29}$/)
      const amounts = [payment.asked, payment.received, payment.price?.amount ?? null]
      expect(amounts.map((amount) => (amount === null ? null : decimalOf(amount)))).toEqual(amounts)
    }),
    { numRuns: 1_000 },
  )
  expect(readable).toBeGreaterThan(200)
})
