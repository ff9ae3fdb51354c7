import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** The first check comes soon, the others at a slow pace. After the last one the user decides. Milliseconds. */
const firstCheckMs = 10_000
export const checkEveryMs = 30_000
export const mostChecks = 60
/** A return to the tab checks at once, but not for each glance. Milliseconds. */
const leastApartMs = 5_000

export interface Checks {
  /** The number of checks so far. */
  done: number
  /** When the next check is due, milliseconds; null while nothing is watched. */
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
 * Calls `check` on schedule while `isActive` and the tab is visible. A tab that becomes visible again checks at once. A check that
 * never answers does not hold up the next.
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

/** True while the tab is visible. Calls `onReturn` when it becomes visible again. */
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
