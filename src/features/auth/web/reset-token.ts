import { useEffect, useState } from 'react'

const sign = /^#token=([\w-]+)$/

/** Takes the token out of the address, and the address out of the history: neither is left for whoever comes next. */
function takeToken(): string | null {
  const token = sign.exec(window.location.hash)?.[1] ?? null
  if (token !== null) {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }
  return token
}

/**
 * The token of the link that led here. It stands behind "#", so that no server and no other site ever sees it.
 * @returns undefined until the page answers to the hand; null where there is none: the page was loaded again, or nobody has a link
 */
export function useResetToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    // A second link opened in the same tab changes the sign alone.
    const take = () => {
      const taken = takeToken()
      setToken((held) => taken ?? held ?? null)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
