/** Session state of the sign-in's screens, which survives a reload of this tab. Without storage they work without it. */
export type StateKey = 'registration_offer' | 'sign_in_name' | 'code_step' | 'reset_token'

export function stateOf(key: StateKey): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null and '' remove it */
export function storeState(key: StateKey, text: string | null): void {
  try {
    if (text === null || text === '') window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, text)
  } catch {
    // A browser without storage.
  }
}
