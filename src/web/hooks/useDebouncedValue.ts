import { useEffect, useState } from 'react'

/** The trimmed text, once it has not changed for `milliseconds`. */
export function useDebouncedValue(text: string, milliseconds = 300): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text.trim()), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return debounced
}
