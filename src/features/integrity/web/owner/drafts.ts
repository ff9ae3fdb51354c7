import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'

/** Drafts of answers to cases. A draft outlives a reload, a session that ends, and a decision that comes meanwhile. */

const keyOf = (caseId: string) => `case-draft:${caseId}`

/** Null where nothing was begun, or it was sent. */
export const readDraft = (caseId: string) => readTabText(keyOf(caseId))

/** @param text null deletes the draft */
export const storeDraft = (caseId: string, text: string | null) => storeTabText(keyOf(caseId), text)
