import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'

/** The trader's texts before they are saved. A field that was not touched is absent. */
export interface Draft {
  bio?: string
  social_text?: string
}

/** By username: the next person at the same browser does not find another one's draft. */
const keyOf = (username: string) => `profile-draft:${username}`

/** The draft survives a reload and the end of the session. */
export function readDraft(username: string): Draft {
  try {
    const { bio, social_text: social } = JSON.parse(readTabText(keyOf(username)) ?? '{}') as Record<string, unknown>
    return { ...(typeof bio === 'string' && { bio }), ...(typeof social === 'string' && { social_text: social }) }
  } catch {
    return {}
  }
}

/** Deletes the stored draft where it is empty. */
export function storeDraft(username: string, draft: Draft): void {
  storeTabText(keyOf(username), Object.keys(draft).length === 0 ? null : JSON.stringify(draft))
}
