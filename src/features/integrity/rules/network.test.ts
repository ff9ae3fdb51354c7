import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.17', '192.0.2.0/24'],
  ['::ffff:192.0.2.99', '192.0.2.0/24'],
  ['2001:db8:0:7::1', '2001:db8:0::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:0DB8:0000:0007:0:0:0:1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['nowhere', null],
  ['', null],
])('the network of %s', (address, network) => expect(networkOf(address)).toBe(network))
