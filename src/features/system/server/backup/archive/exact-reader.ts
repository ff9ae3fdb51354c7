/** Bytes of a stream, asked for by their number. */
export interface ExactReader {
  /** Exactly so many bytes; fewer only where the stream ends before. */
  take: (count: number) => Promise<Buffer>
  /** Between one byte and `most`, as they come; none at the end. */
  some: (most: number) => Promise<Buffer>
  /** Ends the stream. */
  close: () => Promise<void>
}

const nothing = Buffer.alloc(0)

export function exactReader(source: AsyncIterable<Buffer>): ExactReader {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = nothing

  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await pieces.next()
      if (next.done === true) return nothing
      rest = next.value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  return {
    some,
    async take(count) {
      const taken: Buffer[] = []
      let missing = count
      while (missing > 0) {
        const piece = await some(missing)
        if (piece.length === 0) break
        taken.push(piece)
        missing -= piece.length
      }
      return taken.length === 1 && taken[0] !== undefined ? taken[0] : Buffer.concat(taken)
    },
    async close() {
      await pieces.return?.()
    },
  }
}
