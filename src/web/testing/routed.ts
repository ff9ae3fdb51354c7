import { afterEach, beforeEach } from 'vitest'
import { navigate, startRouter } from '../router.ts'

/** Begins each test at this address, where links lead to views and not out of the page. Called at the top of a test file. */
export function startAt(address: string): void {
  const runnerAddress = window.location.pathname + window.location.search
  let stop = () => {}
  beforeEach(() => {
    stop = startRouter((target) => !target.startsWith('/api/'))
    navigate(address, { replace: true })
  })
  afterEach(() => {
    stop()
    window.history.replaceState(null, '', runnerAddress)
  })
}
