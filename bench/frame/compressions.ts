import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

/** Counts what this process compresses as a whole: answers are no streams. Imported before the product's modules, which take their functions from `node:zlib` as they load. */

const compresses = /^(?:(?:brotli|zstd)Compress|gzip|deflate|deflateRaw)(?:Sync)?$/
let count = 0
const functions = zlib as unknown as Record<string, (...given: unknown[]) => unknown>
for (const name of Object.keys(functions)) {
  if (!compresses.test(name)) continue
  const original = functions[name]
  if (typeof original !== 'function') continue
  functions[name] = Object.assign((...given: unknown[]) => {
    count += 1
    return original(...given)
  }, original)
}
syncBuiltinESMExports()

export const compressions = () => count
