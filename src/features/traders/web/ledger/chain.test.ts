import { expect, test } from 'vitest'
import { beginning, findFingerprint, readFingerprint, sha256, verifyChain } from './chain.ts'
import { chainOf } from './testing/ledger.ts'

const chain = await chainOf(250)
const changed = (n: number, change: Partial<(typeof chain)[number]>) =>
  chain.map((entry) => (entry.n === n ? { ...entry, ...change } : entry))

test('anybody can compute the first entry by hand', async () => {
  const [first] = await chainOf(1)
  // printf '%064d\n1\n2026-11-01T01:00:00.000Z\n1\n%s\n%s' 0 "$records_digest" "$figures_digest" | sha256sum
  expect(first?.hash).toBe('2c827e2330b36943d2ee010a43f715b3f0444da5aa9d97cd7f8bafc74bd80d2b')
  expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('an unchanged chain is whole, and reports its progress', async () => {
  const steps: number[] = []
  expect(await verifyChain(chain, (checked) => steps.push(checked))).toEqual({ kind: 'whole', head: chain[249]?.hash })
  expect(steps).toEqual([100, 200, 250])
  expect(await verifyChain([])).toEqual({ kind: 'whole', head: beginning })
})

test.each([
  ['at', { at: '2026-11-02T00:00:00.001Z' }, 'hash'],
  ['records', { records: 99 }, 'hash'],
  ['records_digest', { records_digest: beginning }, 'hash'],
  ['figures', { figures: '{"balance":9}' }, 'figures'],
  ['figures_digest of hidden figures', { figures: null, figures_digest: beginning }, 'hash'],
  ['hash', { hash: beginning }, 'hash'],
  ['n', { n: 8 }, 'order'],
] as const)('a changed %s is found where it is', async (_name, change, reason) => {
  const verdict = await verifyChain(changed(7, change))
  expect(verdict).toMatchObject({ kind: 'broken', reason, n: 'n' in change ? 8 : 7 })
})

test('a missing entry is found at the next one', async () => {
  expect(await verifyChain(chain.filter(({ n }) => n !== 7))).toEqual({ kind: 'broken', n: 8, reason: 'order' })
})

test('a chain with hidden figures can be verified', async () => {
  const hidden = chain.map((entry) => ({ ...entry, figures: null }))
  expect((await verifyChain(hidden)).kind).toBe('whole')
})

test('a fingerprint is found in any usual spelling', () => {
  const { hash } = chain[41]!
  const noted = `  ${hash.slice(0, 4)} ${hash.slice(4, 16).toUpperCase()}… `
  const fingerprint = readFingerprint(noted)
  expect(fingerprint).toBe(hash.slice(0, 16))
  expect(findFingerprint(chain, fingerprint!)?.n).toBe(42)
  expect(findFingerprint(chain, 'ffffffffffffffff')).toBeUndefined()
  expect([
    readFingerprint('1234567'),
    readFingerprint('nessuna'),
    readFingerprint(''),
    readFingerprint(`${hash}0`),
  ]).toEqual([null, null, null, null])
})
