import type { getApiMonitor, restartServer } from '#features/system/monitor-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { send } from '#web/api.ts'

type Instance = ResponseOf<typeof restartServer>['instance']

/** The page reloads after this time at the earliest; milliseconds. */
const reloadMs = 3_000
const pollMs = 1_000
/** The limit of one attempt: a proxy may hold a request without an answer. */
const patienceMs = 5_000
/** After this time the page says that it takes long. */
const longMs = 45_000

export const restart = async () => (await send<typeof restartServer>('POST /api/admin/system/restart', {})).instance

/**
 * Waits until another process answers than the ended one: the same server after its restart, or another instance.
 * @param onLong called when it takes longer than a restart should; the waiting continues
 * @throws Error when `signal` is aborted
 */
export async function answersAgain(ended: Instance, signal: AbortSignal, onLong: () => void): Promise<void> {
  const begunAt = performance.now()
  await pause(reloadMs, signal)
  for (;;) {
    const now = await answering(signal)
    if (now !== null && (now.name !== ended.name || now.started_at !== ended.started_at)) return
    if (performance.now() - begunAt > longMs) onLong()
    await pause(pollMs, signal)
  }
}

/** The answering process; null without an answer. */
async function answering(signal: AbortSignal): Promise<Instance | null> {
  const answer = send<typeof getApiMonitor>('GET /api/admin/system/api-monitor', {}).then(
    ({ instance }) => instance,
    () => null,
  )
  return Promise.race([answer, pause(patienceMs, signal).then(() => null)])
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}
