import { useEffect, useState } from 'react'

/** What was typed, once nobody types any more. */
export function useSettled(text: string, milliseconds = 300): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}
