import type { Readable, Writable } from 'node:stream'
import type { PoolClient, QueryResult } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { isOutdatedPlan, withCode } from './errors.ts'
import type { Runner, Statement } from './sql.ts'
import { encodeParameter } from './types.ts'

/** One caller's use of a connection. Once the connection is lost every further statement is refused: it never runs on another one. */
export class Session implements Runner {
  /** Rejects when the connection is lost. */
  readonly lost: Promise<never>
  readonly #client: PoolClient
  readonly #prepares: boolean
  readonly #onLost: (error: unknown) => void
  #error: Error | null = null
  /** Statements and COPY streams that have not ended. */
  #pending = 0
  /** The connection is whole but unfit for another caller. */
  #isSpent = false

  /** @param prepares false where the next statement may run on another connection of the database */
  constructor(client: PoolClient, prepares = true) {
    this.#client = client
    this.#prepares = prepares
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    this.lost = promise
    this.#onLost = (error) => {
      this.#error ??= withCode(error ?? new Error('Connection terminated'))
      reject(this.#error)
    }
    // pg sends an event to a connection that ends while nothing runs on it; without a listener it would end the process.
    client.on('error', this.#onLost)
    client.on('end', this.#onLost as () => void)
  }

  async run(statement: Statement): Promise<QueryResult> {
    if (this.#error !== null) throw this.#error
    const { text, values, name, origin } = statement
    const config = { text, values: values.map(encodeParameter), ...(this.#prepares && { name }) }
    this.#pending += 1
    this.#gather()
    try {
      return await new Promise((resolve, reject) => {
        this.#client.query(config, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      const isOutdated = isOutdatedPlan(error)
      if (this.#client.getTransactionStatus() === 'I') {
        if (isOutdated) return await this.run({ text, values, ...(origin && { origin }) })
        // A script may have begun a transaction before it failed.
        if (values.length === 0) this.#isSpent = true
      }
      if (isOutdated) this.#isSpent = true
      throw withOrigin(withCode(error), origin)
    } finally {
      this.#pending -= 1
    }
  }

  /** Statements that are sent in one turn leave in one write: a write of each costs as much as a short statement. */
  #gather(): void {
    const { stream } = this.#client.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async copyOut(text: string): Promise<Readable> {
    if (this.#error !== null) throw this.#error
    const rows = this.#client.query(copyTo(text))
    const done = this.#started()
    rows.once('error', done)
    rows.once('end', done)
    // The database goes on sending after the reader has left: only the end of the connection stops it.
    rows.once('close', () => done() && this.destroy())
    return rows
  }

  async copyIn(text: string): Promise<Writable> {
    if (this.#error !== null) throw this.#error
    const rows = this.#client.query(copyFrom(text))
    const done = this.#started()
    rows.once('error', done)
    rows.once('close', done)
    return rows
  }

  /** Returns the connection to the pool, or ends it where the next caller could not use it. */
  release(): void {
    this.#client.off('error', this.#onLost)
    this.#client.off('end', this.#onLost as () => void)
    const isWhole = this.#error === null && this.#pending === 0 && !this.#isSpent
    this.#error ??= withCode(new Error('Client was closed: the connection is released'))
    this.#client.release(!isWhole || this.#client.getTransactionStatus() !== 'I')
  }

  /** Ends the connection at once, with any statement that runs on it. */
  destroy(): void {
    this.#client.connection.stream.destroy()
  }

  /** @returns the function that marks the end: true for its first call */
  #started(): () => boolean {
    let isOver = false
    this.#pending += 1
    return () => {
      if (isOver) return false
      isOver = true
      this.#pending -= 1
      return true
    }
  }
}

/** The error with the statement's place in the program, in place of one inside the driver. */
function withOrigin(error: Error, origin: Error | undefined): Error {
  const frames = origin?.stack?.split('\n').slice(1)
  if (frames) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}
