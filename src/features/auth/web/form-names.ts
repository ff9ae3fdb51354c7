export type FormName = 'login' | 'register' | 'forgot' | 'reset' | 'confirm'

export const formTitles: Record<FormName, string> = {
  login: 'Accedi',
  register: 'Registrati',
  forgot: 'Password dimenticata',
  reset: 'Nuova password',
  confirm: 'Conferma l’indirizzo',
}

/** The form that an address names; the sign-in without one. */
export function formOf(search: URLSearchParams): FormName {
  const name = search.get('form')
  return name !== null && Object.hasOwn(formTitles, name) ? (name as FormName) : 'login'
}
