import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** The first look soon after the invoice was opened, the others at a leisurely pace; after the last one the person decides. */
const firstCheckMs = 10_000
export const checkEveryMs = 30_000
export const mostChecks = 60
/** Who comes back to the tab is answered at once, but not by a call for each glance. */
const leastApartMs = 5_000

export interface Checks {
  /** How many were made. */
  done: number
  /** When the next one is due, milliseconds; null while nothing is watched. */
  nextAt: number | null
  hasEnded: boolean
  resume: () => void
}

interface Schedule {
  done: number
  nextAt: number
  lastAt: number
}

const fresh = (): Schedule => ({ done: 0, nextAt: Date.now() + firstCheckMs, lastAt: 0 })

/**
 * Calls `check` on schedule while `isActive` and the tab is seen: a hidden tab asks for nothing, and one that is seen again asks at
 * once. A check that never answers does not hold up the next.
 */
export function useChecks(isActive: boolean, check: () => void): Checks {
  const [schedule, setSchedule] = useState(fresh)
  const isVisible = useVisible(() =>
    setSchedule((held) => ({
      ...held,
      nextAt: Math.min(held.nextAt, Math.max(Date.now(), held.lastAt + leastApartMs)),
    })),
  )
  const run = useEffectEvent(check)
  const { done, nextAt } = schedule
  const hasEnded = done >= mostChecks
  const isWatching = isActive && isVisible && !hasEnded
  useEffect(() => {
    if (!isWatching) return undefined
    const timer = setTimeout(
      () => {
        setSchedule((held) => ({ done: held.done + 1, nextAt: Date.now() + checkEveryMs, lastAt: Date.now() }))
        run()
      },
      Math.max(0, nextAt - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isWatching, nextAt])
  return {
    done,
    nextAt: isActive && !hasEnded ? nextAt : null,
    hasEnded: isActive && hasEnded,
    resume: useCallback(() => setSchedule({ ...fresh(), nextAt: Date.now() }), []),
  }
}

/** Whether the tab is seen; `onReturn` when it is again. */
function useVisible(onReturn: () => void): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState !== 'hidden')
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const changed = () => {
      const isNow = document.visibilityState !== 'hidden'
      setVisible(isNow)
      if (isNow) returned()
    }
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isVisible
}
