/** What the sign-in's screens remember over a reload of this tab; where the browser keeps nothing they work without. */
export type Remembered = 'registration_offer' | 'sign_in_name' | 'code_step' | 'reset_token'

export function remembered(key: Remembered): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null and '' forget it */
export function remember(key: Remembered, text: string | null): void {
  try {
    if (text === null || text === '') window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing.
  }
}
