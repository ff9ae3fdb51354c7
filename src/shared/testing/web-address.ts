import fc from 'fast-check'

const part = fc.string({ maxLength: 10 }).map(encodeURIComponent)

/** Addresses with domain, path and query. `fc.webUrl` takes a second of computing before its first one. */
export const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part, { maxLength: 3 }), fc.option(part))
  .map(
    ([scheme, host, path, query]) =>
      `${[`${scheme}://${host}`, ...path].join('/')}${query === null ? '' : `?${query}`}`,
  )
