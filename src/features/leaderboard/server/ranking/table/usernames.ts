/** The usernames of a table by slot, and the slots by username in any case. */
interface Usernames {
  /** One more than the highest slot that had one. */
  readonly length: number
  /** Undefined for a slot that is not in use. */
  of: (slot: number) => string | undefined
  slotOf: (username: string) => number | undefined
  set: (slot: number, username: string | undefined) => void
}

/** Slot 0 has none. */
export function createUsernames(): Usernames {
  const names: (string | undefined)[] = [undefined]
  const slots = new Map<string, number>()
  return {
    get length() {
      return names.length
    },
    of: (slot) => names[slot],
    slotOf: (username) => slots.get(username.toLowerCase()),
    set(slot, username) {
      const before = names[slot]
      if (before === username && slot < names.length) return
      names[slot] = username
      // Another trader may have taken the former name already.
      if (before !== undefined && slots.get(before.toLowerCase()) === slot) slots.delete(before.toLowerCase())
      if (username !== undefined) slots.set(username.toLowerCase(), slot)
    },
  }
}
