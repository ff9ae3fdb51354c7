import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'

/** The advisor did something that stops it in a terminal, or that no advisor may do; or the program died. */
export class HostError extends Error {}

/** The messages of a running advisor while a handler runs. */
export interface Listener {
  onText: (kind: 'comment' | 'print', text: string) => void
  /** The terminal's global variables after the program ran. */
  onGlobals: (fields: string[]) => void
  /** The program has reached the call that a test waits for. */
  onWatched: () => void
  /** Sends a request. Returns the fields after `response`, or null where the terminal died meanwhile. */
  onRequest: (fields: string[]) => Promise<string[] | null>
}

export interface Program {
  /** Sends a message that needs no answer; the program receives it with the next call. */
  notify: (...fields: string[]) => void
  /** Runs a handler. Returns its fields after `done`, or null where the program was killed. */
  call: (...fields: string[]) => Promise<string[] | null>
  kill: () => void
  alive: () => boolean
}

/** The longest real time for a handler, in milliseconds; a longer one counts as endless. */
const patienceMs = 30_000

/** Texts travel as UTF-8 bytes, bodies unchanged: a line is read byte by byte. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
export const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

export function startProgram(path: string, environment: Record<string, string>, listener: Listener): Program {
  const child = spawn(path, [], { env: environment })
  const reader = readerOf(child)
  let hasEnded = false
  let unsent = ''

  /** Collects messages until an answer is needed: a picture of the terminal has dozens. */
  function notify(...fields: string[]): void {
    unsent += `${fields.map(escaped).join('\t')}\n`
  }

  function send(...fields: string[]): void {
    notify(...fields)
    if (!hasEnded) child.stdin.write(unsent, 'latin1')
    unsent = ''
  }

  async function call(...fields: string[]): Promise<string[] | null> {
    if (hasEnded) return null
    send(...fields)
    for (;;) {
      const watchdog = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      const line = await reader.next()
      clearTimeout(watchdog)
      if (hasEnded) return null
      if (line === null) throw new HostError(`the advisor died: ${reader.end()}`)
      const [kind = '', ...rest] = line.split('\t').map(unescaped)
      if (kind === 'done') return rest
      if (kind === 'failure') throw new HostError(textOf(rest[0] ?? ''))
      if (kind === 'comment' || kind === 'print') listener.onText(kind, textOf(rest[0] ?? ''))
      else if (kind === 'globals') listener.onGlobals(rest)
      else if (kind === 'ask') {
        listener.onWatched()
        send('answer')
      } else if (kind === 'request') {
        const answer = await listener.onRequest(rest)
        if (answer === null || hasEnded) return null
        send('response', ...answer)
      } else throw new HostError(`the advisor said ${kind}`)
    }
  }

  function kill(): void {
    hasEnded = true
    child.kill('SIGKILL')
  }

  return { notify, call, kill, alive: () => !hasEnded }
}

function readerOf(child: ChildProcessWithoutNullStreams) {
  const lines: string[] = []
  let rest = ''
  let ended: string | null = null
  let wake: (() => void) | null = null
  child.stdout.setEncoding('latin1')
  child.stdout.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    wake?.()
  })
  child.stdin.on('error', () => undefined)
  child.on('error', (error) => {
    ended = String(error)
    wake?.()
  })
  child.on('close', (code, signal) => {
    ended ??= signal ?? `exit code ${code}`
    wake?.()
  })
  return {
    end: () => ended,
    /** The next line; null after the last one. */
    async next(): Promise<string | null> {
      while (lines.length === 0 && ended === null) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return lines.shift() ?? null
    },
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }
const unescapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\' }

function escaped(field: string): string {
  return field.replace(/[\\\n\r\t\0]/g, (letter) => escapes[letter] ?? letter)
}

function unescaped(field: string): string {
  return field.replace(/\\(.)/g, (_, letter: string) => unescapes[letter] ?? letter)
}
