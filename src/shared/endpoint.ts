import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

/** One call of the product: its input, its answer, its callers. Server, client, forms and OpenAPI read the same object. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for parameters, as the router takes it. */
  path: string
  /** Other spellings of the same call (the specification has two for some). */
  aliases?: readonly { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }[]
  access: Access
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The allow-list of the answer: keys that it does not name are dropped. */
  response: Schema
  /** Status of the successful answer; 200 where absent. */
  status?: 200 | 201 | 202
  /**
   * The refusals of the call's own rules. Those that follow from method, input and access are added (`src/server/http/declared-errors.ts`).
   */
  errors: readonly ErrorCode[]
  /** Largest body in bytes; `usualBodyLimit` where absent. */
  bodyLimit?: number
  /** Also accepts application/x-www-form-urlencoded. */
  form?: true
  /** Discloses or destroys what cannot be taken back: closed to an admin whose session was opened without the second factor that production requires. */
  needsSecondFactor?: true
  /** Under overload it is refused last. */
  priority?: 'first'
  /** Answers all callers while the site is closed for maintenance, too. */
  open?: 'maintenance'
}

/** Room for every text that people write. Reading the worst JSON of this size costs less than the rest of a refusal does twice. */
export const usualBodyLimit = 16 * 1024

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Input<E, K extends string> = E extends { [P in K]: infer S extends Schema } ? z.input<S> : undefined
type Output<E, K extends string> = E extends { [P in K]: infer S extends Schema } ? z.output<S> : undefined

export type QueryOf<E> = Output<E, 'query'>
export type ParamsOf<E> = Output<E, 'params'>
export type BodyOf<E> = Output<E, 'body'>
export type ResponseOf<E> = Output<E, 'response'>

/** A caller's request: unset parts of the declaration are left out. */
export type RequestOf<E> = (E extends { params: Schema } ? { params: Input<E, 'params'> } : { params?: undefined }) &
  (E extends { query: Schema } ? { query?: Input<E, 'query'> } : { query?: undefined }) &
  (E extends { body: Schema } ? { body: Input<E, 'body'> } : { body?: undefined })

/** `GET /api/plans`: names an endpoint in the client and in query keys. */
export type KeyOf<E extends Endpoint> = `${E['method']} ${E['path']}`
