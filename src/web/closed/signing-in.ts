/** Whether an address at `/` is the sign-in's: the one page that a closed site serves. Requests of its other forms are refused. */
export function isSigningIn(search: URLSearchParams): boolean {
  return search.get('view') === 'auth' && (search.get('form') ?? 'login') === 'login'
}
