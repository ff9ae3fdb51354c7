import { createByteStore } from './byte-store.ts'
import { createSlotIndex } from './slot-index.ts'

/** The usernames of a table by slot, and the slots by username in any case. */
interface Usernames {
  /** Empty for a slot that is not in use. */
  of: (slot: number) => string
  /** 0 where nobody has the name. */
  slotOf: (username: string) => number
  /** @param username empty for a slot that is not in use from now on */
  set: (slot: number, username: string) => void
}

/** FNV-1a over the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export function createUsernames(): Usernames {
  const names = createByteStore()
  const index = createSlotIndex()
  const of = (slot: number) => names.get(slot).toString()
  const find = (folded: string) => index.find(hashOf(folded), (slot) => of(slot).toLowerCase() === folded)
  return {
    of,
    slotOf: (username) => (username === '' ? 0 : find(username.toLowerCase())),
    set(slot, username) {
      const before = of(slot)
      if (before === username) return
      // Another trader may have taken the former name already: then the slot is not in the index.
      if (before !== '') index.delete(hashOf(before.toLowerCase()), slot)
      names.set(slot, Buffer.from(username))
      if (username === '') return
      const folded = username.toLowerCase()
      const owner = find(folded)
      if (owner !== 0) index.delete(hashOf(folded), owner)
      index.add(hashOf(folded), slot)
    },
  }
}
