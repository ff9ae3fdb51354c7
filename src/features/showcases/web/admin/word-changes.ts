export interface Piece {
  text: string
  changed: boolean
}

/** Two texts, each with the words marked that the other one lacks. Signs between words belong to the word before them. */
export function wordChanges(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const common = commonWords(old, now)
  return {
    before: pieces(
      old,
      common.map(([index]) => index),
    ),
    after: pieces(
      now,
      common.map(([, index]) => index),
    ),
  }
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const same = (a: string | undefined, b: string | undefined) => a?.trim() === b?.trim()

/** The longest run of words, in order, that both have: places in the one and in the other. */
function commonWords(old: readonly string[], now: readonly string[]): [number, number][] {
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = longest[i]
    for (let j = now.length - 1; row !== undefined && j >= 0; j -= 1) {
      row[j] = same(old[i], now[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    if (same(old[i], now[j])) {
      pairs.push([i, j])
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

/** Neighbours that are marked alike are one piece. */
function pieces(words: readonly string[], common: readonly number[]): Piece[] {
  const stays = new Set(common)
  const joined: Piece[] = []
  for (const [index, text] of words.entries()) {
    const changed = !stays.has(index)
    const last = joined.at(-1)
    if (last?.changed === changed) last.text += text
    else joined.push({ text, changed })
  }
  return joined
}
