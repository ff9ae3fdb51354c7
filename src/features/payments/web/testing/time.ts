import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { createQueryClient } from '#web/query.ts'

/** A clock that a test moves, and a page that follows it. Nothing here depends on the speed of the machine. */

let client: QueryClient
const channel = new MessageChannel()

/** The cache of the page that is to be mounted next. */
export function freshClient(): QueryClient {
  client = createQueryClient()
  return client
}

/** `leave` gives the real one back. */
export function installClock(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
}

/** Answers and drawings are tasks of the browser, each behind those that were there before it. */
const task = () =>
  new Promise((resolve) => {
    channel.port1.addEventListener('message', resolve, { once: true })
    channel.port1.start()
    channel.port2.postMessage(null)
  })

/** An answer notifies its readers, they render, and the effects of the rendering run. */
const quietTasks = 5

/** Waits until every call is answered and its changes are rendered. */
export async function rendered(): Promise<void> {
  for (let quiet = 0; quiet < quietTasks;) {
    vi.advanceTimersByTime(0)
    await task()
    quiet = client.isFetching() === 0 ? quiet + 1 : 0
  }
}

/** The page draws, and asks again, at least as often as this. */
const strideMs = 5_000

/** @param milliseconds by the moved clock */
export async function advanceClock(milliseconds: number): Promise<void> {
  await rendered()
  for (let left = milliseconds; left > 0; left -= strideMs) {
    vi.advanceTimersByTime(Math.min(left, strideMs))
    await rendered()
  }
}
