/** The host of an address; undefined for a malformed one, which is reported elsewhere. */
const hostOf = (address: string) => URL.parse(address)?.hostname

/** Whether an address is only reached from the machine itself. */
export function isOwnMachine(address: string): boolean {
  const host = hostOf(address)
  return host === undefined || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host)
}

/**
 * Whether what is sent there stays on the machine or in its private network. A name without a dot belongs to such a network, as containers
 * have among themselves: no public resolver knows it.
 */
export function staysInside(address: string): boolean {
  return isOwnMachine(address) || /^[a-z0-9-]+$/i.test(hostOf(address) ?? '')
}
