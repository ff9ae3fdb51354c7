import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'

/** Text that was not sent. It lasts as long as the tab, through a reload and a failed send. */
export interface Draft {
  name: string
  email: string
  subject: string
  message: string
}

interface StoredDraft extends Draft {
  /** Id of the signed-in person; only they read it. Null for a visitor. */
  owner: string | null
}

const key = 'contact-draft'

/** Null where there is none, and for another person's. A visitor's draft becomes the owner's. @param owner id of the signed-in person */
export function readDraft(owner: string | null): Draft | null {
  try {
    const { owner: writer, ...draft } = JSON.parse(readTabText(key) ?? '{}') as Partial<StoredDraft>
    const { name = '', email = '', subject = '', message = '' } = draft
    if (writer === undefined) return null
    if (writer === owner) return { name, email, subject, message }
    // The person wrote before signing in.
    if (writer === null) {
      storeDraft({ name, email, subject, message }, owner)
      return { name, email, subject, message }
    }
    deleteDraft()
    return null
  } catch {
    return null
  }
}

export function storeDraft(draft: Draft, owner: string | null): void {
  const stored: StoredDraft = { ...draft, owner }
  storeTabText(key, JSON.stringify(stored))
}

export function deleteDraft(): void {
  storeTabText(key, null)
}
