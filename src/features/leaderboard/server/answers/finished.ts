import type { FinishedBytes } from '#server/http/bytes.ts'

const maximumAnswers = 500
const maximumBytes = 48 * 1024 * 1024

/** Answers of one snapshot, each made once. The least recently used are dropped. */
export interface FinishedAnswers {
  get(key: string, make: () => Promise<FinishedBytes>): Promise<FinishedBytes>
}

export function createFinishedAnswers(): FinishedAnswers {
  const answers = new Map<string, Promise<FinishedBytes>>()
  const sizes = new Map<string, number>()
  let total = 0

  function drop(key: string): void {
    answers.delete(key)
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  async function finish(key: string, make: () => Promise<FinishedBytes>): Promise<FinishedBytes> {
    const bytes = await make()
    if (answers.has(key)) {
      // In brotli it would be a seventh more.
      const size = bytes.identity.length
      sizes.set(key, size)
      total += size
      for (const oldest of answers.keys()) {
        if (total <= maximumBytes) break
        drop(oldest)
      }
    }
    return bytes
  }

  return {
    get(key, make) {
      const known = answers.get(key)
      if (known !== undefined) {
        // A Map keeps the order of insertion: the first key is the least recently used one.
        answers.delete(key)
        answers.set(key, known)
        return known
      }
      const [oldest] = answers.keys()
      if (answers.size >= maximumAnswers && oldest !== undefined) drop(oldest)
      const made = finish(key, make)
      answers.set(key, made)
      made.catch(() => drop(key))
      return made
    },
  }
}
