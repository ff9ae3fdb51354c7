import { useEffect, useState } from 'react'
import { countdown } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { mostChecks } from './checks.ts'

/** `tra 18 s (4 di 60)`, second by second. Screen readers hear the outcome of a check alone. */
export function NextCheck({ at, number }: { at: number; number: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return `${countdown((at - now) / 1_000)} (${format.count(number)} di ${format.count(mostChecks)})`
}
