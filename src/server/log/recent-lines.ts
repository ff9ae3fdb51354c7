import type { DestinationStream } from 'pino'

export interface RecentLine {
  /** Counts the lines of this process, from 1. */
  n: number
  /** JSON, as it was written. */
  text: string
}

/** The last lines of this process's log, in memory. */
export interface RecentLines {
  /** Writes to `stream`, and stores each line. */
  alongside: (stream: DestinationStream) => DestinationStream
  /** How many lines there were since the start. */
  count: () => number
  newestFirst: () => RecentLine[]
}

/** Characters of one line; a longer one is stored without its fields. */
const lineLength = 16_000
/** Every request is a line: problems have a room of their own, so that requests do not push them out. */
const rooms = { ordinary: { lines: 4_000, characters: 2_000_000 }, problems: { lines: 1_000, characters: 2_000_000 } }

/** One write: a line, or many lines of requests. */
interface Chunk {
  /** The number of its first line. */
  n: number
  lines: number
  text: string
}

/** Bounded: thousands of lines, four million characters. */
export function createRecentLines(): RecentLines {
  const ordinary = room(rooms.ordinary)
  const problems = room(rooms.problems)
  let n = 0
  function store(text: string): void {
    const lines = linesIn(text)
    const isProblem = /^\{"level":"(?:warn|error|fatal)"/.test(text)
    const stored = lines === 1 && text.length > lineLength ? shortened(text) : text
    ;(isProblem ? problems : ordinary).add({ n: n + 1, lines, text: stored })
    n += lines
  }
  return {
    alongside: (stream) => ({
      write(text) {
        store(text)
        stream.write(text)
      },
    }),
    count: () => n,
    newestFirst: () => [...ordinary.lines(), ...problems.lines()].toSorted((a, b) => b.n - a.n),
  }
}

function linesIn(text: string): number {
  let lines = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < text.length - 1; end = text.indexOf('\n', end + 1)) lines += 1
  return lines
}

const dropped: Chunk = { n: 0, lines: 0, text: '' }

function room(most: { lines: number; characters: number }) {
  let chunks: Chunk[] = []
  let first = 0
  let lines = 0
  let characters = 0
  return {
    add(chunk: Chunk): void {
      chunks.push(chunk)
      lines += chunk.lines
      characters += chunk.text.length
      while (lines > most.lines || characters > most.characters) {
        const oldest = chunks[first]
        if (oldest === undefined) break
        lines -= oldest.lines
        characters -= oldest.text.length
        // The text goes at once; the places go together, later.
        chunks[first] = dropped
        first += 1
      }
      if (first <= most.lines) return
      chunks = chunks.slice(first)
      first = 0
    },
    /** Split when they are read, which is rare. */
    lines: (): RecentLine[] =>
      chunks.slice(first).flatMap(({ n, lines: count, text }) =>
        count === 1
          ? [{ n, text }]
          : text
              .trimEnd()
              .split('\n')
              .map((line, index) => ({ n: n + index, text: `${line}\n` })),
      ),
  }
}

function shortened(line: string): string {
  const { level, time, msg, request_id } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify({
    level,
    time,
    msg: String(msg).slice(0, 1_000),
    request_id,
    left_out: `${line.length} characters`,
  })
}
