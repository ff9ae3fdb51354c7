// Texts of this tab, which survive a reload. Where storage is refused or full, a text lasts as long as the page.

const unstored = new Map<string, string>()

export function readTabText(key: string): string | null {
  try {
    return unstored.get(key) ?? window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null deletes it */
export function storeTabText(key: string, text: string | null): void {
  unstored.delete(key)
  try {
    if (text === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, text)
  } catch {
    if (text !== null) unstored.set(key, text)
  }
}
