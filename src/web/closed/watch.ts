/** What `GET /api/admin/maintenance/status` answers. */
export interface ClosedStatus {
  enabled: boolean
  message: string
}

const everyMs = 30_000

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
    try {
      const answer = await fetch('/api/admin/maintenance/status', { cache: 'no-store', signal })
      // Anything else is a server that is just being restarted: asked again later.
      if (answer.ok) hear((await answer.json()) as ClosedStatus)
    } catch {}
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return () => abort.abort()
}
