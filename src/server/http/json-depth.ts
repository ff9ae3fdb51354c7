/** More than the body of any call: the deepest is that of a showcase. */
const most = 32

const [quote, backslash] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether the brackets of a JSON text nest deeper than any call's body. `JSON.parse` takes ten times longer for a byte of such a text
 * than for others, so it is refused unread.
 */
export function isTooDeep(body: Buffer): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < body.length && depth <= most; at += 1) {
    const byte = body[at]
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === openList || byte === openObject) depth += 1
    else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return depth > most
}
