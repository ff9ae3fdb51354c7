import { useEffect, useState } from 'react'
import { remember, remembered } from '#features/auth/web/tab.ts'

const sign = /^#token=([\w-]+)$/

/** Takes the token out of the address, and the address out of the history: neither is left for whoever comes next. A reload of this tab finds it. */
function takeToken(): string | null {
  const token = sign.exec(window.location.hash)?.[1] ?? null
  if (token !== null) {
    remember('reset_token', token)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }
  return token ?? remembered('reset_token')
}

/** It was used, or refused: the tab has no use for it any more. */
export function clearResetToken(): void {
  remember('reset_token', null)
}

/**
 * The token of the link that led here. It stands behind "#", so that no server and no other site ever sees it.
 * @returns undefined until the page answers to the hand; null where there is none: nobody has a link, or it was used
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
