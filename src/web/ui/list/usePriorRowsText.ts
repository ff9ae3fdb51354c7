import { useEffect, useState } from 'react'
import type { ListResult } from './props.ts'

/** A slower answer is announced, in milliseconds. */
const SLOW_MS = 1_500

/** The reason why rows of the query before are still shown, once the answer takes longer than usual. */
export function usePriorRowsText({ isPlaceholderData, fetchStatus }: ListResult): string {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPlaceholderData) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPlaceholderData])
  if (fetchStatus === 'paused') return 'Senza connessione: questi sono i risultati di prima.'
  return isSlow ? 'Questi sono i risultati di prima: quelli nuovi non sono ancora arrivati.' : ''
}
