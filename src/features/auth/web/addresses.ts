/** Where somebody lands who signed in and was on the way to nothing else. */
export const home = '/?view=dashboard'

export type FormName = 'login' | 'register' | 'forgot' | 'reset'

/** Where the own sign-in is looked after. */
export const security = '/?view=account#sicurezza'

/**
 * Where each form lives: the toggle is a pair of links, so back, reload and share find the same form again.
 * @param wanted where to go afterwards
 */
export function authAddress(form: FormName, wanted: string | null = null): string {
  const returnQuery = wanted === null ? '' : `&return=${encodeURIComponent(wanted)}`
  return `/?view=auth${form === 'login' ? '' : `&form=${form}`}${returnQuery}`
}

/** The address that somebody was on the way to (`return`): one of this site's own, else null. */
export function wantedAddress(search: URLSearchParams, origin: string): string | null {
  const url = URL.parse(search.get('return') ?? '', origin)
  // A path of two slashes would name another host where the history is told of it.
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return null
  const isNowhere = search.get('return') === null || url.searchParams.get('view') === 'auth'
  return isNowhere ? null : url.pathname + url.search
}
