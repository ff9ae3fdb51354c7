import { expect, test } from 'vitest'
import { addressBucket, perHour, waitAfterUses } from './limits.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, bucket) => expect(addressBucket(address)).toBe(bucket))

test('a limit over stored uses waits until the oldest one that fills it leaves the window', () => {
  const uses = ['2026-11-20T10:30:00.000Z', '2026-11-20T10:10:00.000Z', '2026-11-20T10:00:00.000Z']
  const now = Date.parse('2026-11-20T10:40:00.000Z')
  expect(waitAfterUses(perHour('x', 4), uses, now)).toBe(0)
  expect(waitAfterUses(perHour('x', 3), uses, now)).toBe(20 * 60_000)
  expect(waitAfterUses(perHour('x', 2), uses, now)).toBe(30 * 60_000)
  expect(waitAfterUses(perHour('x', 3), uses, Date.parse('2026-11-20T11:00:00.000Z'))).toBe(1)
})
