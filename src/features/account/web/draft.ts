/** The trader's texts before they are saved. A field that was not touched is absent. */
export interface Draft {
  bio?: string
  social_text?: string
}

/** By username: the next person at the same browser does not find another one's draft. */
const keyOf = (username: string) => `profile-draft:${username}`

/** Without storage a draft lasts as long as the page. */
const unstored = new Map<string, string>()

/** The draft survives a reload and the end of the session. */
export function readDraft(username: string): Draft {
  const text = stored(username) ?? unstored.get(username)
  try {
    const { bio, social_text: social } = JSON.parse(text ?? '{}') as Record<string, unknown>
    return { ...(typeof bio === 'string' && { bio }), ...(typeof social === 'string' && { social_text: social }) }
  } catch {
    return {}
  }
}

/** Deletes the stored draft where it is empty. */
export function storeDraft(username: string, draft: Draft): void {
  unstored.delete(username)
  const isEmpty = Object.keys(draft).length === 0
  try {
    if (isEmpty) sessionStorage.removeItem(keyOf(username))
    else sessionStorage.setItem(keyOf(username), JSON.stringify(draft))
  } catch {
    if (!isEmpty) unstored.set(username, JSON.stringify(draft))
  }
}

function stored(username: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(username))
  } catch {
    return null
  }
}
