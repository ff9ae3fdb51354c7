import { bytesOf, textOf } from './program.ts'

/** The terminal's global variables: shared by its programs, stored over restarts unless temporary. */
export interface Globals {
  /** Messages that send all of them to a program. */
  messages: () => string[][]
  /** Takes a program's variables after it ran: name, value, time, temporary, and again. */
  take: (fields: readonly string[]) => void
  /** A restart clears the temporary ones. */
  restart: () => void
}

export function createGlobals(): Globals {
  const rows = new Map<string, { value: string; time: string; temporary: string }>()
  return {
    messages: () => [
      ['clear', 'globals'],
      ...[...rows].map(([name, { value, time, temporary }]) => ['global', bytesOf(name), value, time, temporary]),
    ],
    take(fields) {
      rows.clear()
      for (let at = 0; at + 3 < fields.length; at += 4) {
        const [name = '', value = '', time = '', temporary = ''] = fields.slice(at, at + 4)
        rows.set(textOf(name), { value, time, temporary })
      }
    },
    restart() {
      for (const [name, { temporary }] of rows) if (temporary === '1') rows.delete(name)
    },
  }
}
