/** What was typed and not sent yet: kept for this tab, through a reload and a failed send. */
export interface Draft {
  name: string
  email: string
  subject: string
  message: string
}

interface KeptDraft extends Draft {
  /** Who was signed in; nobody else reads it. */
  owner: string | null
}

const key = 'contact-draft'

/** Null where there is none, and of somebody else's; a visitor's becomes the owner's. @param owner id of who is signed in */
export function readDraft(owner: string | null): Draft | null {
  try {
    const { owner: writer, ...draft } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<KeptDraft>
    const { name = '', email = '', subject = '', message = '' } = draft
    if (writer === undefined) return null
    if (writer === owner) return { name, email, subject, message }
    // Who wrote before signing in goes on writing.
    if (writer === null) {
      keepDraft({ name, email, subject, message }, owner)
      return { name, email, subject, message }
    }
    forgetDraft()
    return null
  } catch {
    return null
  }
}

export function keepDraft(draft: Draft, owner: string | null): void {
  try {
    const kept: KeptDraft = { ...draft, owner }
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Where storage is refused the text lives as long as the page.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}
