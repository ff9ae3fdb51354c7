/**
 * The network that an address belongs to, as text: the first 24 bits of IPv4, the first 48 of IPv6, also where IPv4 is written
 * as IPv6. Homes and servers change the rest. Null where it is no address.
 */
export function networkOf(address: string): string | null {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(address)
  if (v4 !== null) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`
  const [plain = ''] = address.split('%')
  if (!/^[\da-f:]+$/i.test(plain) || !plain.includes(':')) return null
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after]
  if (groups.length !== 8) return null
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
