/** Drafts of answers to cases. A draft outlives a reload, a session that ends, and a decision that comes meanwhile. */

const keyOf = (caseId: string) => `case-draft:${caseId}`

/** Where storage is refused a draft lasts as long as the page. */
const unstored = new Map<string, string>()

/** Null where nothing was begun, or it was sent. */
export function readDraft(caseId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(caseId)) ?? unstored.get(caseId) ?? null
  } catch {
    return unstored.get(caseId) ?? null
  }
}

export function storeDraft(caseId: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(caseId), text)
    unstored.delete(caseId)
  } catch {
    unstored.set(caseId, text)
  }
}

export function removeDraft(caseId: string): void {
  unstored.delete(caseId)
  try {
    sessionStorage.removeItem(keyOf(caseId))
  } catch {
    // Nothing was stored there.
  }
}
