/** What `GET /api/admin/maintenance/status` answers. */
export interface ClosedStatus {
  enabled: boolean
  message: string
  support_email: string | null
}

const everyMs = 30_000

/** Null where no answer came. */
export async function askStatus(signal: AbortSignal): Promise<ClosedStatus | null> {
  try {
    const answer = await fetch('/api/admin/maintenance/status', { cache: 'no-store', signal })
    return answer.ok ? ((await answer.json()) as ClosedStatus) : null
  } catch {
    return null
  }
}

/**
 * Asks whether the site is still closed: every 30 seconds, give or take six so that not everybody comes back at once, and when
 * somebody comes back to the page; not while nobody looks. @returns what ends it
 */
export function watchStatus(hear: (status: ClosedStatus) => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void ask(), everyMs * (0.8 + 0.4 * Math.random()))
  }
  async function ask(): Promise<void> {
    wait()
    if (document.visibilityState === 'hidden') return
    const status = await askStatus(signal)
    // Else a server that is just being restarted: asked again later.
    if (status !== null && !signal.aborted) hear(status)
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return () => abort.abort()
}
