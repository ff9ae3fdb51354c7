import { useEffect, useState } from 'react'
import { storeState, stateOf } from '#features/auth/web/session-state.ts'

/** Each kind of link has a place of its own in the tab. */
type TokenKey = 'reset_token' | 'email_token'

const sign = /[#&]token=([\w-]+)$/

/** Takes the token out of the address, and the address out of the history, so that the next person at this browser finds neither. A reload of this tab finds the token. */
function takeToken(key: TokenKey): string | null {
  const { pathname, search, hash } = window.location
  const token = sign.exec(search + hash)?.[1] ?? null
  if (token !== null) {
    storeState(key, token)
    window.history.replaceState(window.history.state, '', pathname + search.replace(sign, ''))
  }
  return token ?? stateOf(key)
}

/** The token was used or refused: the tab does not need it any more. */
export function clearLinkToken(key: TokenKey): void {
  storeState(key, null)
}

/**
 * The token of the opened link.
 * @returns undefined until the page is hydrated; null without one: the link was used, or there was none
 */
export function useLinkToken(key: TokenKey): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    // A second link opened in the same tab changes the fragment alone.
    const take = () => {
      const taken = takeToken(key)
      setToken((held) => taken ?? held ?? null)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [key])
  return token
}
