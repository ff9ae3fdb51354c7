import { fork } from 'node:child_process'
import { once } from 'node:events'
import { syncsInTurn, type Advisor } from './advisors.ts'
import { atEnd } from './bench.ts'
import { load, type Load, type Plan, type Request } from './load.ts'

/** Load from a process of its own: neither its CPU time nor its pauses are those of a measured server. */

/** Requests to send: texts in turn, or syncs of advisors. */
export type Source = { texts: readonly string[] } | { advisors: readonly Advisor[]; records: boolean }

type Command = { source: Source } | { port: number; plan: Plan }

export type Generator = (port: number, plan: Plan) => Promise<Load>

/** Starts a generator; it ends with the bench. It keeps its place among its texts or advisors from one run to the next. */
export function startGenerator(source: Source): Generator {
  const child = fork(new URL(import.meta.url), { detached: true })
  atEnd(() => {
    if (child.connected) child.disconnect()
  })
  child.send({ source } satisfies Command)
  return async (port, plan) => {
    const waiting = new AbortController()
    const ended = once(child, 'exit', waiting).then(() => {
      throw new Error('the generator ended')
    })
    const done = once(child, 'message', waiting).then(([result]) => result as Load)
    child.send({ port, plan } satisfies Command)
    return Promise.race([done, ended]).finally(() => waiting.abort())
  }
}

if (import.meta.main) {
  let next: () => string | Request = () => ''
  process.on('disconnect', () => process.exit())
  process.on('message', (command: Command) => {
    if ('source' in command) next = nextOf(command.source)
    else void load(command.port, next, command.plan).then((result) => process.send?.(result))
  })
}

function nextOf(source: Source): () => string | Request {
  if ('advisors' in source) return syncsInTurn(source.advisors, source)
  let sent = 0
  return () => source.texts[sent++ % source.texts.length] ?? ''
}
