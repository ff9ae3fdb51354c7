/** The answer of `GET /api/admin/maintenance/status`. */
export interface ClosedStatus {
  enabled: boolean
  message: string
  support_email: string | null
}

const everyMs = 30_000

/** Null where no answer came. */
export async function readStatus(signal: AbortSignal): Promise<ClosedStatus | null> {
  try {
    const answer = await fetch('/api/admin/maintenance/status', { cache: 'no-store', signal })
    return answer.ok ? ((await answer.json()) as ClosedStatus) : null
  } catch {
    return null
  }
}

/**
 * Asks whether the site is still closed: every 30 seconds, give or take six so that not all visitors return at once, and when the person
 * comes back to the page. A hidden page does not ask. @returns ends the watch
 */
export function watchStatus(onStatus: (status: ClosedStatus) => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void check(), everyMs * (0.8 + 0.4 * Math.random()))
  }
  async function check(): Promise<void> {
    wait()
    if (document.visibilityState === 'hidden') return
    const status = await readStatus(signal)
    // No answer means a server that is just being restarted: asked again later.
    if (status !== null && !signal.aborted) onStatus(status)
  }
  document.addEventListener('visibilitychange', () => void check(), { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return () => abort.abort()
}
