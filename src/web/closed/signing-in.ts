/** Whether an address at `/` is the sign-in's: the one page of a closed site that is there. Its other forms send what is turned away. */
export function isSigningIn(search: URLSearchParams): boolean {
  return search.get('view') === 'auth' && (search.get('form') ?? 'login') === 'login'
}
