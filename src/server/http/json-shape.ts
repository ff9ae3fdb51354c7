/** More than the bodies of all calls: the deepest and the longest is that of a showcase. */
export const jsonLimits = { levels: 32, names: 500 }

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a JSON text has deeper brackets, or more names of fields, than any call's body. `JSON.parse` takes ten times longer for a byte
 * of such brackets than for others, and five times for a byte of names that it sees for the first time. So these texts are refused unread.
 */
export function exceededShape(body: Buffer): keyof typeof jsonLimits | null {
  let [levels, names, isInText] = [0, 0, false]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === openList || byte === openObject) levels += 1
    else if (byte === closeList || byte === closeObject) levels -= 1
    else if (byte === colon) names += 1
    if (levels > jsonLimits.levels) return 'levels'
    if (names > jsonLimits.names) return 'names'
  }
  return null
}
