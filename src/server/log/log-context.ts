import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a line of the log is about, without handing it through every call: the request or the run of a job that something happens in,
 * also where the answer has left already and work goes on because of it.
 */
export type LogContext = { request_id: string } | { job: string; run_id: string }

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs the work, and all that it starts, as part of this. */
export function during<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work)
}

/** Runs work that serves several requests at once as part of none. */
export function apart<T>(work: () => T): T {
  return contexts.exit(work)
}

export const logContext = (): LogContext | undefined => contexts.getStore()
