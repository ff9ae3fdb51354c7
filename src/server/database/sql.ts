import type { Readable, Writable } from 'node:stream'
import { escapeIdentifier, type QueryResult } from 'pg'
import { Sql as Template } from 'sql-template-tag'
import { Json, type Parameter } from './types.ts'

/** A statement in the form in which it is sent. */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** The name under which each connection prepares it once; none where the text differs from call to call. */
  name?: string
  /** The statement's place in the program. */
  origin?: Error
}

/** A sender of statements: the pool, a reserved connection or a transaction. */
export interface Runner {
  run: (statement: Statement) => Promise<QueryResult>
  copyOut: (text: string) => Promise<Readable>
  copyIn: (text: string) => Promise<Writable>
}

export type Row = Record<string, unknown>
/** The rows of an answer. */
export type Rows<T> = T & {
  /** How many rows the statement returned, inserted, changed or deleted. */
  readonly count: number
}

/** A part of a statement. */
export class Fragment extends Template {
  /** False where the length of a list is part of the text: preparing such a text gains nothing. */
  readonly isRepeated: boolean

  constructor(strings: readonly string[], values: readonly unknown[] = [], isRepeated = true) {
    super(strings, values)
    this.isRepeated = isRepeated && values.every((value) => !(value instanceof Fragment) || value.isRepeated)
  }
}

/** A statement: the first `await` sends it, once. Inside another statement it is a part of that one. */
export interface Query<T> extends Promise<Rows<T>>, Fragment {
  /** The rows of `copy … to stdout`, on a patient pool. */
  readable: () => Promise<Readable>
  /** Takes the rows of `copy … from stdin`, on a patient pool. */
  writable: () => Promise<Writable>
}

/** Builds statements for one runner. */
export interface Tag {
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly (Parameter | Fragment)[]
  ): Query<T>
  /** A name of a table, a column or a database. */
  (identifier: string): Fragment
  /** A list in parentheses, for `in`. */
  (list: readonly (string | number)[]): Fragment
  /** Columns and values, for `insert into`; the columns are those of the first row. */
  (rows: object | readonly object[]): Fragment
  /** A text without escaping: a part of a statement, or a script of several statements. */
  unsafe: <T extends readonly object[] = Row[]>(text: string) => Query<T>
  /** A parameter of the type json or jsonb. */
  json: (value: unknown) => Json
}

class SqlQuery<T> extends Fragment implements Query<T> {
  readonly [Symbol.toStringTag] = 'SqlQuery'
  readonly #runner: Runner
  readonly #origin: Error | undefined
  #answer: Promise<Rows<T>> | undefined

  /** @param origin undefined for a text that is not a template */
  constructor(runner: Runner, strings: readonly string[], values: readonly unknown[], origin?: Error) {
    super(strings, values)
    this.#runner = runner
    this.#origin = origin
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a statement sends it
  then<A = Rows<T>, B = never>(
    onAnswer?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return (this.#answer ??= this.#send()).then(onAnswer, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return (this.#answer ??= this.#send()).finally(onEnd)
  }

  readable(): Promise<Readable> {
    return this.#runner.copyOut(this.text)
  }

  writable(): Promise<Writable> {
    return this.#runner.copyIn(this.text)
  }

  async #send(): Promise<Rows<T>> {
    const { text, values } = this
    const origin = this.#origin
    const name = origin !== undefined && this.isRepeated ? preparedName(text) : undefined
    const result = await this.#runner.run({ text, values, ...(name && { name }), ...(origin && { origin }) })
    // A script returns one result for each of its statements.
    const last = Array.isArray(result) ? (result as QueryResult[]).at(-1) : result
    const rows = last?.rows ?? []
    return Object.defineProperty(rows, 'count', { value: last?.rowCount ?? 0 }) as Rows<T> & typeof rows
  }
}

/** More than the program's number of texts. Beyond it nothing is prepared, so that no connection fills up. */
const preparedTexts = 2_000
const names = new Map<string, string>()

function preparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= preparedTexts) return known
  const name = `q${names.size + 1}`
  names.set(text, name)
  return name
}

/** The place of each template in the program, taken at its first call: taking it costs some microseconds. */
const origins = new WeakMap<TemplateStringsArray, Error>()

function originOf(strings: TemplateStringsArray, caller: (...values: never[]) => unknown): Error {
  const known = origins.get(strings)
  if (known !== undefined) return known
  const origin = new Error('statement')
  Error.captureStackTrace(origin, caller)
  origins.set(strings, origin)
  return origin
}

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

/** The tag whose statements `runner` sends. */
export function createTag(runner: Runner): Tag {
  const tag = (first: TemplateStringsArray | string | readonly unknown[] | object, ...values: unknown[]) => {
    if (isTemplate(first)) return new SqlQuery(runner, first, values, originOf(first, tag))
    if (typeof first === 'string') return new Fragment([escapeIdentifier(first)])
    if (!Array.isArray(first)) return rowsOf([first])
    return typeof first[0] === 'object' ? rowsOf(first as object[]) : listOf(first)
  }
  return Object.assign(tag as Pick<Tag, never> as Tag, {
    unsafe: <T>(text: string) => new SqlQuery<T>(runner, [text], []),
    json: (value: unknown) => new Json(value),
  })
}

/** `(a, b)`; an empty list becomes `(null)`, which matches nothing. */
function listOf(values: readonly unknown[]): Fragment {
  const all = values.length === 0 ? [null] : values
  return new Fragment(['(', ...all.slice(1).map(() => ', '), ')'], all, false)
}

function rowsOf(rows: readonly object[]): Fragment {
  const columns = Object.keys(rows[0] ?? {})
  const lists = rows.map((row) => listOf(columns.map((column) => (row as Row)[column])))
  const head = `(${columns.map(escapeIdentifier).join(', ')}) values `
  return new Fragment([head, ...lists.slice(1).map(() => ', '), ''], lists, false)
}
