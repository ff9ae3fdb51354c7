/** What somebody is writing of a case. It outlives a reload, a session that ends, and a decision that comes meanwhile. */

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

export function keepDraft(caseId: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(caseId), text)
    unstored.delete(caseId)
  } catch {
    unstored.set(caseId, text)
  }
}

export function forgetDraft(caseId: string): void {
  unstored.delete(caseId)
  try {
    sessionStorage.removeItem(keyOf(caseId))
  } catch {
    // Nothing was stored there.
  }
}
