/** The admin's pages by their name in the address, in the order of their navigation. Pure: heads and links read it. */
export const adminPages = {
  users: 'Utenti',
  payments: 'Pagamenti',
  showcases: 'Vetrine',
  integrity: 'Verifiche dei conti',
  contacts: 'Messaggi',
  system: 'Sistema',
  audit: 'Registro',
} as const

export type AdminPageName = keyof typeof adminPages

/** Null for an unknown page. */
export function adminPageOf(search: URLSearchParams): AdminPageName | null {
  const name = search.get('page') ?? 'users'
  return Object.hasOwn(adminPages, name) ? (name as AdminPageName) : null
}

/** Address of a page; empty parameters are left out. */
export function adminAddress(page: AdminPageName, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ view: 'admin', page })
  for (const [name, value] of Object.entries(more)) if (value !== '') search.set(name, value)
  return `/?${search.toString()}`
}
