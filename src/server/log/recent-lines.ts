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

/** Bounded: thousands of lines, four million characters. */
export function createRecentLines(): RecentLines {
  const ordinary = room(rooms.ordinary)
  const problems = room(rooms.problems)
  let n = 0
  function keep(line: string): void {
    n += 1
    const text = line.length > lineLength ? shortened(line) : line
    const isProblem = /^\{"level":"(?:warn|error|fatal)"/.test(line)
    ;(isProblem ? problems : ordinary).add({ n, text })
  }
  return {
    alongside: (stream) => ({
      write(lines) {
        // Lines of requests come many at once.
        for (let start = 0, end = 0; start < lines.length; start = end) {
          end = lines.indexOf('\n', start) + 1 || lines.length
          keep(lines.slice(start, end))
        }
        stream.write(lines)
      },
    }),
    count: () => n,
    newestFirst: () => [...ordinary.lines(), ...problems.lines()].toSorted((a, b) => b.n - a.n),
  }
}

function room(most: { lines: number; characters: number }) {
  let lines: RecentLine[] = []
  let first = 0
  let characters = 0
  return {
    add(line: RecentLine): void {
      lines.push(line)
      characters += line.text.length
      while (lines.length - first > most.lines || characters > most.characters) {
        characters -= lines[first]?.text.length ?? 0
        first += 1
      }
      if (first <= most.lines) return
      lines = lines.slice(first)
      first = 0
    },
    lines: () => lines.slice(first),
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
