import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * Cases that payments and subscriptions must survive. Each has at least one test whose name begins with its number: `case 18: …`,
 * `cases 19, 20: …`, `cases 1–3: …`.
 */
const cases: Record<number, string> = {
  1: 'a genuine signature over a nested, unsorted body',
  2: 'keys sorted, reversed, shuffled, printed with blanks',
  3: 'numbers as other languages write them',
  4: 'unicode, quotes, slashes, line separators, escapes',
  5: 'a list in both of its canonical forms',
  6: 'nested fields that nobody knew',
  7: 'a header that is missing, empty, short or no hex',
  8: 'one bit off',
  9: 'the secret of another account',
  10: 'the signature of another body',
  11: 'an HMAC of the raw bytes of an unsorted body',
  12: 'a shorter hash',
  13: 'hex in capitals',
  14: '__proto__ and the same key twice',
  15: 'no secret configured',
  16: 'a body too large, no JSON, a list, another content type',
  17: 'another method',
  18: 'the same notification again',
  19: 'twenty at once on one server',
  20: 'twenty at once on two servers',
  21: 'a replay days later',
  22: 'the order reversed',
  23: 'waiting after finished',
  24: 'the last notification lost',
  25: 'every notification lost',
  26: 'a notification before the order’s invoice was stored',
  27: 'the answer while the provider hangs',
  28: 'a retry after our 503',
  29: 'paid exactly',
  30: 'covered at confirmed, finished later',
  31: 'far too little at confirmed',
  32: 'inside the tolerance, outside it, at the dollar',
  33: 'overpaid',
  34: 'too little, marked finished by the merchant',
  35: 'a small repeated deposit marked finished',
  36: 'a repeated deposit that completes the sum',
  37: 'a deposit of another asset',
  38: 'another price',
  39: 'another currency of the price',
  40: 'nothing received, or no number, at finished',
  41: 'failed with money under the coin’s minimum',
  42: 'one invoice paid twice',
  43: 'expired, then paid',
  44: 'failed, then pushed through',
  45: 'refunded after activation',
  46: 'a status word that nobody knew',
  47: 'money for a deleted order',
  48: 'the user gone between invoice and payment',
  49: 'the price list changed between invoice and payment',
  50: 'the provider in trouble while a checkout is made',
  51: 'the answer to a checkout lost',
  52: 'a key that is refused',
  53: 'no answer to our reading, a genuine notification',
  54: 'a reading that contradicts the notification',
  55: 'a login that ends in the middle of a list',
  56: 'pages that shift while they are read',
  57: 'ids as numbers and as text',
  58: 'both shapes of the list of coins',
  59: 'a coin whose minimum is above the plan',
  60: 'killed after the notification was stored',
  61: 'killed after the ledger line, before the commit',
  62: 'killed after the commit, before the answer',
  63: 'killed after the commit, before the mail',
  64: 'notification, job and user in the same second',
  65: 'two clicks on buy',
  66: 'the job on two servers',
  67: 'price and period of each plan',
  68: '31 January, 29 February, the end of the year',
  69: 'a renewal before the end',
  70: 'a purchase after the end',
  71: 'Basic, then Diamond twice',
  72: 'Basic during Diamond',
  73: 'Diamond cancelled with Basic behind it',
  74: 'the end, to the moment',
  75: 'the ledger replayed is the projection',
  76: 'what an admin may extend and assign',
  77: 'somebody else’s payment in a reconciliation',
  78: 'the status of somebody else’s order',
  79: 'an order for somebody else',
  80: 'a price sent by the buyer',
  81: 'arriving at the page of success',
  82: 'a cleanup where money was seen',
  83: 'secrets in logs and answers',
}

/** A test's name that begins with the numbers of cases: a string right after the bracket or the comma before it. */
const named = /[(,]\s*(['"`])cases? ([\d\s,–-]+):/g

/** `19, 20` and `1–3` as numbers. */
function numbersOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/[–-]/).map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The source without its comments: a test that was commented out tests nothing. */
function codeOf(file: string, source: string): string {
  const { comments } = parseSync(file, source)
  return comments.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
}

const namedIn = (code: string) => [...code.matchAll(named)].flatMap(([, , list = '']) => numbersOf(list))

const files = globSync([
  'src/features/payments/**/*.test.{ts,tsx}',
  'src/features/subscriptions/**/*.test.{ts,tsx}',
  'src/server/outbox/*.test.ts',
]).map((file) => ({ file, code: codeOf(file, readFileSync(file, 'utf8')) }))
const mentioned = files.flatMap(({ code }) => namedIn(code))

test('every case has a test, and no test a case that does not exist', () => {
  expect(Object.keys(cases)).toHaveLength(83)
  const untested = Object.entries(cases).filter(([number]) => !mentioned.includes(Number(number)))
  expect(untested).toEqual([])
  expect(mentioned.filter((number) => !(number in cases))).toEqual([])
})

test('none of these tests is switched off', () => {
  const off = files.filter(({ code }) =>
    /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b/.test(code),
  )
  expect(off.map(({ file }) => file)).toEqual([])
})

test('the numbers of a name are read, those of a comment are not', () => {
  const source = `test('case 7: a', () => 1)
    test.each([])("cases 1–3, 9: b", () => 'é // no comment')
    test('encased 4: c', () => 1) // test('case 5: d', () => 1)
    /* test('case 6: e', () => 1) */ test(\`case 8: f\`, () => 1)`
  expect(namedIn(codeOf('names.ts', source))).toEqual([7, 1, 2, 3, 9, 8])
})
