import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeader, signatureOf, verifyWith } from './signature.ts'

/** Bodies and signatures computed once in Python (`hmac`, texts sorted by hand): nothing of this module made them. */
const secret = 'Kp7!vQ2mZ9-ipn'
const live = {
  body: `{"payment_id":5261148849,"parent_payment_id":null,"invoice_id":6417549628,"payment_status":"finished","pay_address":"TNDFkiSmBQorNFacb3735q8MnT29sn8BLn","payin_extra_id":null,"price_amount":11.99,"price_currency":"usd","pay_amount":69.242455,"actually_paid":69.25,"actually_paid_at_fiat":0,"pay_currency":"trx","order_id":"TT-01K9ZX5R8M3F7T2W6Q4B9C0DHJ","order_description":"Basic Leaderboard, mensile","purchase_id":"5931000544","updated_at":1698697946468,"outcome_amount":4.959058,"outcome_currency":"usdttrc20","payment_extra_ids":null,"fee":{"serviceFee":0.000249,"currency":"usdttrc20","withdrawalFee":0,"depositFee":0.000083}}`,
  signature:
    '13259d5271b786c5548cf2eac343b61f3c1c715a6d02efffb4eaf89ee9ac7c86e29630b42b03c32e17ef1167947e008e0c47d0eb905c1a8905438acb80181326',
}
const numbers =
  '58d7741b38c1da5ef0e6c45fbf0fd2142f7321ff4c056e95f4436b63a433eab3289082694f9ed189130318d7689d481f9035d44f96eca6fa605a629557588a24'
const texts =
  '42028e7320a93095591bb30d40a4d0a071bac49d90d1cc56e7f60898a680712e2d12f1b9dcda56c48af06aaeb13eb7ea09cbe7d8345454694aed5681612888e3'
const listAsList =
  '26419bebc6cd354b506bb637f786fa8202c8d07c378c6380aa599f22fce76420c77efe4134eb17958504b338d3774ed17e90635061cfa4aee1ce053ada0b3667'
const listAsObject =
  'b971835cdea72d6a9c593bff8861a144b82d2dce43f3f07b5c99a32a0bc871b1c4d2259c81addce4da74e58cebab3b231f4c975cf18e37862c4778780459293e'

const bytes = (body: string) => Buffer.from(body, 'utf8')

function verify(body: string | Uint8Array, signature: string | undefined, key: string | null = secret) {
  return verifyWith(key, {
    headers: { [signatureHeader]: signature },
    rawBody: typeof body === 'string' ? bytes(body) : body,
  })
}

const reasonOf = (result: ReturnType<typeof verify>) => (result.ok ? 'ok' : result.reason)

describe('a genuine notification', () => {
  test('case 1: as the live service sends it, with an unsorted nested fee', () => {
    const result = verify(live.body, live.signature)
    expect(result).toMatchObject({
      ok: true,
      payment: {
        providerPaymentId: '5261148849',
        providerInvoiceId: '6417549628',
        orderId: 'TT-01K9ZX5R8M3F7T2W6Q4B9C0DHJ',
        status: 'finished',
        asked: '69.242455',
        received: '69.25',
      },
    })
  })

  test('case 2: sorted, reversed, shuffled, pretty-printed: the same signature and the same key', () => {
    const value = JSON.parse(live.body) as Record<string, unknown>
    const entries = Object.entries(value)
    const key = keyOf(live.body, live.signature)
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const order of [sorted, sorted.toReversed(), entries.toReversed()]) {
      expect(keyOf(JSON.stringify(Object.fromEntries(order)), live.signature)).toBe(key)
    }
    expect(keyOf(JSON.stringify(value, null, 4), live.signature)).toBe(key)
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(keyOf(JSON.stringify(Object.fromEntries(shuffled)), live.signature)).toBe(key)
      }),
    )
  })

  test.each([
    `{"payment_id":4870885867,"payment_status":"finished","actually_paid":13,"fee":{"depositFee":1e-8,"serviceFee":1.23e-7,"withdrawalFee":0.000083},"big":1.5e+21,"whole":250000}`,
    `{"payment_id":4870885867,"payment_status":"finished","actually_paid":13.0,"fee":{"depositFee":1e-08,"serviceFee":0.000000123,"withdrawalFee":8.3e-05},"big":1.5e21,"whole":250000.00}`,
    `{"payment_id":4870885867.0,"payment_status":"finished","actually_paid":1.3E1,"fee":{"depositFee":0.00000001,"serviceFee":1.23E-07,"withdrawalFee":0.0000830},"big":1500000000000000000000,"whole":2.5e5}`,
  ])('case 3: numbers however another language spells them: %s', (body) => {
    expect(reasonOf(verify(body, numbers))).toBe('ok')
  })

  test.each([
    `{"payment_id":7,"payment_status":"waiting","order_id":"x/y<z>","note":"perché “sì” / \\"più\\" \\\\ 😀 \u2028 €"}`,
    `{"payment_id":7,"payment_status":"waiting","order_id":"x\\/y<z>","note":"perch\\u00e9 \\u201cs\\u00ec\\u201d \\/ \\"pi\\u00f9\\" \\\\ \\ud83d\\ude00 \\u2028 \\u20ac"}`,
  ])('case 4: texts with marks, slashes and line separators, plain or escaped: %s', (body) => {
    expect(reasonOf(verify(body, texts))).toBe('ok')
  })

  test('case 5: a list in both forms of the signed text', () => {
    const body = '{"payment_status":"waiting","payment_id":7,"payment_extra_ids":[20,3,{"b":2,"a":1}]}'
    expect(reasonOf(verify(body, listAsList))).toBe('ok')
    expect(reasonOf(verify(body, listAsObject))).toBe('ok')
    expect(keyOf(body, listAsList)).toBe(keyOf(body, listAsObject))
    expect(reasonOf(verify(body.replace('20', '21'), listAsList))).toBe('bad_signature')
  })

  test('case 6: unknown fields, nested as they like', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (added) => {
        const value = { ...added, payment_id: 12, payment_status: 'confirming' }
        const body = JSON.stringify(value)
        expect(reasonOf(verify(body, signatureOf(secret, JSON.parse(body))))).toBe('ok')
      }),
    )
  })

  test('a secret copied with blanks around it is the same secret', () => {
    expect(reasonOf(verify(live.body, live.signature, ` ${secret}\n`))).toBe('ok')
    expect(signatureOf(`${secret} `, JSON.parse(live.body))).toBe(live.signature)
  })
})

describe('refused notifications', () => {
  test('case 7: missing, empty, short, long, non-hex header', () => {
    expect(reasonOf(verify(live.body, undefined))).toBe('no_signature')
    expect(reasonOf(verify(live.body, ''))).toBe('no_signature')
    expect(reasonOf(verify(live.body, '   '))).toBe('no_signature')
    for (const wrong of [
      live.signature.slice(1),
      `${live.signature}0`,
      `${live.signature}${live.signature}`,
      `${live.signature}, ${live.signature}`,
      `0x${live.signature.slice(2)}`,
      'z'.repeat(128),
      `${live.signature.slice(0, 127)}é`,
    ]) {
      expect(reasonOf(verify(live.body, wrong))).toBe('bad_signature')
    }
  })

  test('case 8: one bit off, at each place', () => {
    for (let bit = 0; bit < 512; bit++) {
      const changed = Buffer.from(live.signature, 'hex')
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(reasonOf(verify(live.body, changed.toString('hex')))).toBe('bad_signature')
    }
  })

  test('case 9: another secret: a second account, the provider’s sandbox', () => {
    const other = signatureOf('another account', JSON.parse(live.body))
    expect(reasonOf(verify(live.body, other))).toBe('bad_signature')
    expect(reasonOf(verify(live.body, live.signature, `${secret}x`))).toBe('bad_signature')
  })

  test('case 10: the signature of another body', () => {
    for (const [from, to] of [
      ['"finished"', '"confirmed"'],
      ['69.25', '69.26'],
      ['5261148849', '5261148848'],
      ['"serviceFee":0.000249', '"serviceFee":0.00025'],
      ['"fee":{', '"fee":{"extra":null,'],
    ] as const) {
      expect(reasonOf(verify(live.body.replace(from, to), live.signature))).toBe('bad_signature')
    }
  })

  test('case 11: the HMAC of the raw bytes of an unsorted body', () => {
    expect(reasonOf(verify(live.body, createHmac('sha512', secret).update(live.body).digest('hex')))).toBe(
      'bad_signature',
    )
  })

  test('case 11: only the upper keys sorted, and the documentation’s list of keys that empties the fee', () => {
    const value = JSON.parse(live.body) as Record<string, unknown>
    const upper = Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const text of [JSON.stringify(upper), JSON.stringify(value, Object.keys(value).toSorted())]) {
      expect(reasonOf(verify(live.body, createHmac('sha512', secret).update(text).digest('hex')))).toBe('bad_signature')
    }
  })

  test('case 12: SHA-256, alone or doubled to the right length', () => {
    const short = createHmac('sha256', secret).update(live.body).digest('hex')
    expect(reasonOf(verify(live.body, short))).toBe('bad_signature')
    expect(reasonOf(verify(live.body, short + short))).toBe('bad_signature')
  })

  test('case 13: hex in capitals is accepted: the same 64 bytes', () => {
    expect(reasonOf(verify(live.body, live.signature.toUpperCase()))).toBe('ok')
  })

  test('case 14: a key named __proto__ is part of the signed text, and reaches nothing', () => {
    const injected = live.body.replace('{"payment_id"', '{"__proto__":{"payment_status":"finished"},"payment_id"')
    expect(reasonOf(verify(injected, live.signature))).toBe('bad_signature')
    const nested = live.body.replace('"fee":{', '"fee":{"__proto__":1,')
    expect(reasonOf(verify(nested, live.signature))).toBe('bad_signature')
    const bare = '{"__proto__":{"payment_status":"finished","order_id":"TT-X"},"payment_id":5}'
    const result = verify(bare, signatureOf(secret, JSON.parse(bare)))
    expect(result).toMatchObject({ ok: true, payment: { status: 'unknown', orderId: null } })
    expect(({} as Record<string, unknown>)['payment_status']).toBeUndefined()
  })

  test('case 14: a key given twice: the last one is verified and used', () => {
    const doubled = live.body.replace('{"payment_id":5261148849', '{"payment_id":1,"payment_id":5261148849')
    expect(verify(doubled, live.signature)).toMatchObject({ ok: true, payment: { providerPaymentId: '5261148849' } })
    const other = live.body.replace(/}$/, ',"payment_id":1}')
    expect(reasonOf(verify(other, live.signature))).toBe('bad_signature')
  })

  test('case 15: without a secret nothing is believed, whatever it is signed with', () => {
    for (const none of [null, '', '  ']) {
      expect(reasonOf(verify(live.body, createHmac('sha512', '').update('x').digest('hex'), none))).toBe(
        'not_configured',
      )
    }
  })

  test('case 16: no JSON, a list, a number, over 64 KB, broken UTF-8, endless nesting', () => {
    const signed = (body: string) => verify(body, signatureOf(secret, JSON.parse(body)))
    expect(reasonOf(verify('', live.signature))).toBe('bad_body')
    expect(reasonOf(verify('payment_id=5', live.signature))).toBe('bad_body')
    expect(reasonOf(verify(live.body.slice(0, -1), live.signature))).toBe('bad_body')
    // The signature fits the text that a lenient decoder reads, and not the bytes that were sent.
    const [before = '', after = ''] = '{"payment_id":5,"note":"|"}'.split('|')
    const broken = Buffer.concat([bytes(before), Buffer.from([0xff]), bytes(after)])
    const lenient = signatureOf(secret, { payment_id: 5, note: '\ufffd' })
    expect(reasonOf(verify(`${before}\ufffd${after}`, lenient))).toBe('ok')
    expect(reasonOf(verify(broken, lenient))).toBe('bad_body')
    expect(reasonOf(verify('['.repeat(30_000) + ']'.repeat(30_000), live.signature))).toBe('bad_body')
    for (const body of ['[]', '[{"payment_id":5}]', '7', 'null', '"payment"', '{}', '{"payment_id":null}']) {
      expect(reasonOf(signed(body))).toBe('bad_body')
    }
    expect(reasonOf(signed(`{"payment_id":5,"note":"${'x'.repeat(64 * 1024)}"}`))).toBe('bad_body')
  })

  test('a changed signed body is refused or means the same', () => {
    const changed = fc.record({ at: fc.nat(live.body.length - 1), to: fc.integer({ min: 32, max: 126 }) })
    const original = JSON.parse(live.body) as unknown
    fc.assert(
      fc.property(changed, ({ at, to }) => {
        const body = live.body.slice(0, at) + String.fromCharCode(to) + live.body.slice(at + 1)
        const result = verify(body, live.signature)
        expect(result.ok ? JSON.parse(body) : original).toEqual(original)
      }),
      { numRuns: 1_000 },
    )
  })
})

function keyOf(body: string, signature: string): string {
  const result = verify(body, signature)
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  expect(result.dedupeKey).toMatch(/^[0-9a-f]{64}$/)
  return result.dedupeKey
}
