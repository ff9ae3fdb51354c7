import type { Readable, Writable } from 'node:stream'
import type { QueryResult } from 'pg'
import { isAfterFailure } from './errors.ts'
import type { Session } from './session.ts'
import { createTag, type Runner, type Statement, type Tag } from './sql.ts'

/** Inside `sql.begin`. */
export interface Transaction extends Tag {
  /** Undoes only its own statements when `work` throws, then throws the same. */
  savepoint: <T>(work: (inner: Transaction) => T | Promise<T>) => Promise<T>
}

/** The statements of one transaction or savepoint. A failed one makes it fail as a whole, even where its error is caught. */
class Scope implements Runner {
  failure: unknown = null
  isOver = false
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async run(statement: Statement): Promise<QueryResult> {
    this.#refuseAfterEnd()
    try {
      return await this.#session.run(statement)
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  async copyOut(text: string): Promise<Readable> {
    this.#refuseAfterEnd()
    return await this.#session.copyOut(text)
  }

  async copyIn(text: string): Promise<Writable> {
    this.#refuseAfterEnd()
    return await this.#session.copyIn(text)
  }

  /** A statement after the end would run outside the transaction. */
  #refuseAfterEnd(): void {
    if (this.isOver) throw new Error('a statement was sent after the end of its transaction')
  }
}

/** The statements that open, close and undo a scope. */
type Frame = readonly [open: string, close: string, undo: string]
/** Nested savepoints may share a name: PostgreSQL means the innermost one, and each is released. */
const savepoint: Frame = ['savepoint inside', 'release inside', 'rollback to inside; release inside']

/**
 * Runs `work` in a transaction. It commits when `work` resolves, and rolls back when `work` rejects or a statement fails. When the
 * connection is lost it rejects at once, and the rest of `work` has no effect.
 * @param options of `begin`, as `read only`
 */
export function transact<T>(session: Session, options: string, work: (tx: Transaction) => T | Promise<T>): Promise<T> {
  return Promise.race([session.lost, within(session, [`begin ${options}`, 'commit', 'rollback'], work)])
}

async function within<T>(
  session: Session,
  [open, close, undo]: Frame,
  work: (tx: Transaction) => T | Promise<T>,
): Promise<T> {
  const send = (text: string) => session.run({ text, values: [] })
  await send(open)
  const scope = new Scope(session)
  const tx = Object.assign(createTag(scope), {
    savepoint: <R>(inner: (tx: Transaction) => R | Promise<R>) => within(session, savepoint, inner),
  })
  try {
    const result = await work(tx)
    scope.isOver = true
    if (scope.failure !== null) throw scope.failure
    const { command } = await send(close)
    // PostgreSQL's answer to the commit of a failed transaction.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    scope.isOver = true
    // A lost connection has rolled back by itself.
    await send(undo).catch(() => undefined)
    throw isAfterFailure(error) ? (scope.failure ?? error) : error
  }
}
