import type { FormName } from './form-names.ts'

/** The screen after a sign-in without a return address. */
export const home = '/?view=dashboard'

/** The screen of the own sign-in's settings. */
export const security = '/?view=account#sicurezza'

/**
 * The address of each form. The toggle is a pair of links, so that back, reload and share find the same form again.
 * @param returnTo the address to open afterwards
 */
export function authAddress(form: FormName, returnTo: string | null = null): string {
  const returnQuery = returnTo === null ? '' : `&return=${encodeURIComponent(returnTo)}`
  return `/?view=auth${form === 'login' ? '' : `&form=${form}`}${returnQuery}`
}

/** The address that a visitor was on the way to (`return`): one of this site's own, else null. */
export function returnAddress(search: URLSearchParams, origin: string): string | null {
  const url = URL.parse(search.get('return') ?? '', origin)
  // The history would take a path of two slashes as another host's name.
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return null
  const isNowhere = search.get('return') === null || url.searchParams.get('view') === 'auth'
  return isNowhere ? null : url.pathname + url.search
}
