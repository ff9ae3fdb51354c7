import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The subject of a log line, without handing it through every call: the request or the job's run in which something happens. It
 * stays set for work that goes on after the answer has left.
 */
export type LogContext = { request_id: string } | { job: string; run_id: string }

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs the work, and all that it starts, in this context. */
export function during<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work)
}

/** Runs work for several requests at once without a context. */
export function apart<T>(work: () => T): T {
  return contexts.exit(work)
}

export const logContext = (): LogContext | undefined => contexts.getStore()
