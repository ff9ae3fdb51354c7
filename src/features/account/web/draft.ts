/** What somebody is writing about themselves, before it is saved: a field that is not here was not touched. */
export interface Draft {
  bio?: string
  social_text?: string
}

/** By username: nobody finds what another one wrote at the same browser. */
const keyOf = (username: string) => `profile-draft:${username}`

/** Where storage is refused a draft lasts as long as the page. */
const unstored = new Map<string, string>()

/** It outlives a reload and a session that ends. */
export function readDraft(username: string): Draft {
  const text = stored(username) ?? unstored.get(username)
  try {
    const { bio, social_text: social } = JSON.parse(text ?? '{}') as Record<string, unknown>
    return { ...(typeof bio === 'string' && { bio }), ...(typeof social === 'string' && { social_text: social }) }
  } catch {
    return {}
  }
}

/** An empty draft is forgotten. */
export function keepDraft(username: string, draft: Draft): void {
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
