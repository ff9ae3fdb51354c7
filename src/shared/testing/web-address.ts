import fc from 'fast-check'

const part = fc.string({ maxLength: 10 }).map(encodeURIComponent)

/** Addresses with domain, path and query. `fc.webUrl` takes a second of computing before its first one. */
export const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part, { maxLength: 3 }), fc.option(part))
  .map(
    ([scheme, host, path, query]) =>
      `${[`${scheme}://${host}`, ...path].join('/')}${query === null ? '' : `?${query}`}`,
  )

const marks = ['@', ':', '/', '\\', '?', '#', '.', '%', '\t', '\u200b', '\u202e', '[', ']']

/** Pieces of addresses of this host and of others, in any order. */
export function messyAddress(host: string): fc.Arbitrary<string> {
  const names = ['https://', 'http://', 'www.', host, 'evil.com', '127.0.0.1']
  const piece = fc.oneof(fc.constantFrom(...names, ...marks), fc.string({ maxLength: 4 }))
  return fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
}
