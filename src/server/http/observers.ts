import type { FastifyContextConfig } from 'fastify'

/** A request whose answer has left. */
export interface AnsweredRequest {
  method: string
  /** The route's template; absent where no route has the address. */
  url: string | undefined
  /** The route's; the same object for each of its requests. */
  config: FastifyContextConfig
  status: number
  /** Milliseconds from the request to the end of the answer. */
  ms: number
  /** Refused because the site is closed: its 503 is no error. */
  isTurnedAway: boolean
}

/** Counts answered requests. Every server has its own list of them, in which each feature puts its own. */
export type RequestObserver = (request: AnsweredRequest) => void
